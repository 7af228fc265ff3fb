import type { ArtifactBundle, IntentDefinition, Lexicon } from '@arbiter/contracts';
import { languageOf, type Language } from './languages';
import { holds, phraseTable, type PhraseTable } from './phrases';
import { requestMatcher, type RequestMatcher } from './requests';

/** The part of a tenant's artifacts that routing reads; localised, so that `copy.locale` is the language of the turn. */
export type RoutingArtifacts = Pick<ArtifactBundle, 'intents' | 'copy'>;

/** A language together with what a tenant's people say in it, made ready for reading texts. */
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
  readonly wishing: PhraseTable;
  readonly interjecting: PhraseTable;
  readonly prefacing: PhraseTable;
  readonly requests: RequestMatcher;
  readonly intents: readonly IntentDefinition[];
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
    nudge: phraseTable({ nudge: words.nudge }, { nudge }, (phrase) => holds(filler, phrase) || phrase.every((word) => words.neutral.has(word))),
    filler,
    yesNo: phraseTable({ yes: words.yes, no: words.no }, { yes, no }),
    agreeing: phraseTable({ yes: [...words.yes, ...words.approving], no: words.no }, { yes, no }),
    approving: phraseTable({ approving: words.approving }),
    correcting: phraseTable({ correcting: words.correcting }),
    referring: phraseTable({ referring: words.referring }),
    wishing: phraseTable({ wishing: words.wishing }),
    interjecting: phraseTable({ interjecting: words.interjecting }),
    prefacing: phraseTable({ prefacing: words.prefacing }),
    requests: requestMatcher(intents, words),
    intents,
  };
}
