import { zoneOf, type ArtifactBundle, type IntentDefinition, type Lexicon } from '@arbiter/contracts';
import { languageOf, type Language } from './languages';
import { holds, phraseTable, type PhraseTable } from './phrases';
import { requestMatcher, type RequestMatcher } from './requests';
import { canBeGuessed, type Spellings } from './known-words';
import { stemOf } from './stems';
import { tokensOf, spelled } from './tokens';

/**
 * The part of a tenant's artifacts that routing reads; localised, so that `copy.locale` is the language of the turn.
 */
export type RoutingArtifacts = Pick<ArtifactBundle, 'intents' | 'copy'>;

/** A language together with the phrases of a tenant's people, made ready for reading texts. */
export interface TenantLanguage {
  readonly words: Language;
  readonly override: PhraseTable;
  readonly nudge: PhraseTable;
  /** the list of a phrase is the copy key of its reply */
  readonly filler: PhraseTable;
  /** the list of a phrase is `yes` or `no` */
  readonly yesNo: PhraseTable;
  /** the same, with the words that speak well of an offer among the yes */
  readonly agreeing: PhraseTable;
  readonly approving: PhraseTable;
  readonly correcting: PhraseTable;
  readonly referring: PhraseTable;
  readonly waiting: PhraseTable;
  readonly wishing: PhraseTable;
  readonly interjecting: PhraseTable;
  readonly prefacing: PhraseTable;
  /** copy keys of the sentences that ask something themselves */
  readonly asking: ReadonlySet<string>;
  readonly requests: RequestMatcher;
  readonly vocabulary: Spellings;
  readonly intents: readonly IntentDefinition[];
  /** where "tomorrow" begins, an IANA name */
  readonly timeZone: string;
}

const compiled = new WeakMap<RoutingArtifacts, TenantLanguage>();

/** Compiled once for each bundle and language: a localised bundle is an object of its own. */
export function tenantLanguage(artifacts: RoutingArtifacts): TenantLanguage {
  const known = compiled.get(artifacts);
  if (known) return known;
  const language = compile(artifacts);
  compiled.set(artifacts, language);
  return language;
}

function compile({ copy, intents }: RoutingArtifacts): TenantLanguage {
  const words = languageOf(copy.locale);
  const { override = [], nudge = [], filler: courtesies = {}, yes = [], no = [] }: Lexicon = copy.lexicon ?? {};
  const filler = phraseTable(words.filler, courtesies);
  return {
    words,
    override: phraseTable({ override: words.override }, { override }),
    nudge: phraseTable(
      { nudge: words.nudge },
      { nudge },
      (phrase) => holds(filler, phrase) || phrase.every((word) => words.neutral.has(word)),
    ),
    filler,
    yesNo: phraseTable({ yes: words.yes, no: words.no }, { yes, no }),
    agreeing: phraseTable({ yes: [...words.yes, ...words.approving], no: words.no }, { yes, no }),
    approving: phraseTable({ approving: words.approving }),
    correcting: phraseTable({ correcting: words.correcting }),
    referring: phraseTable({ referring: words.referring }),
    waiting: phraseTable({ waiting: words.waiting }),
    wishing: phraseTable({ wishing: words.wishing }),
    interjecting: phraseTable({ interjecting: words.interjecting }),
    prefacing: phraseTable({ prefacing: words.prefacing }),
    asking: new Set(Object.entries(copy.sentences).flatMap(([key, sentence]) => (sentence.includes('?') ? [key] : []))),
    requests: requestMatcher(intents, words),
    vocabulary: spellingsOf(intents, words),
    intents,
    timeZone: zoneOf({ copy }),
  };
}

const wordsOf = (texts: readonly string[]): readonly string[] =>
  texts.flatMap((text) => tokensOf(spelled(text)).map(({ word }) => word));

/**
 * Every word that the language or the tenant uses is known; a slip may be meant for a word that intents are named or
 * asked for by.
 */
function spellingsOf(intents: readonly IntentDefinition[], words: Language): Spellings {
  const { grammar } = words;
  const written = wordsOf(
    intents.flatMap(({ intent, description, examples }) => [...examples, description, intent.replaceAll('_', ' ')]),
  );
  const sets = [
    words.neutral,
    words.negating,
    words.hedging,
    words.asking,
    words.requesting,
    words.doing,
    words.pointing,
    words.other,
    words.steering,
    new Set(words.numbers.keys()),
    new Set(words.ordinals.keys()),
  ];
  const classes = [...Object.values(grammar), ...Object.values(grammar.judging)].flatMap((one) =>
    Array.isArray(one) ? wordsOf(one as string[]) : one instanceof Set ? [...(one as Set<string>)] : [],
  );
  const lists = wordsOf([
    ...words.override,
    ...words.nudge,
    ...Object.values(words.filler).flat(),
    ...words.yes,
    ...words.no,
    ...words.approving,
    ...words.correcting,
    ...words.wishing,
  ]);
  const known = new Set([...written, ...sets.flatMap((set) => [...set]), ...classes, ...lists]);
  const naming = wordsOf(
    intents.flatMap(({ intent, slots }) => [intent.replaceAll('_', ' '), ...slots.flatMap(({ cues = [] }) => cues)]),
  );
  return {
    known,
    knownStems: new Set([...known].map((word) => stemOf(word, words))),
    guessed: [...new Set(naming.filter(canBeGuessed))],
  };
}
