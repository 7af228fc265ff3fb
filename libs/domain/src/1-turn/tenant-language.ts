import type { ArtifactBundle, IntentDefinition } from '@arbiter/contracts';
import { languageWords, type LanguageWords } from './language-words';
import { holds, phraseTable, type PhraseTable } from './phrases';
import { requestMatcher, type RequestMatcher } from './requests';

/** The part of a tenant's artifacts that routing reads. */
export type RoutingArtifacts = Pick<ArtifactBundle, 'intents' | 'copy'>;

/** A tenant's artifacts, made ready for reading texts. */
export interface TenantLanguage {
  readonly words: LanguageWords;
  readonly override: PhraseTable;
  readonly nudge: PhraseTable;
  /** the list of a phrase is the copy key of its reply */
  readonly filler: PhraseTable;
  /** the list of a phrase is `yes` or `no` */
  readonly yesNo: PhraseTable;
  readonly interjecting: PhraseTable;
  readonly prefacing: PhraseTable;
  readonly requests: RequestMatcher;
  readonly intents: readonly IntentDefinition[];
}

const compiled = new WeakMap<RoutingArtifacts, TenantLanguage>();

export function tenantLanguage(artifacts: RoutingArtifacts): TenantLanguage {
  const known = compiled.get(artifacts);
  if (known) return known;
  const language = compile(artifacts);
  compiled.set(artifacts, language);
  return language;
}

function compile({ copy, intents }: RoutingArtifacts): TenantLanguage {
  const words = languageWords(copy.locale);
  const { lexicon } = copy;
  const filler = phraseTable(lexicon.filler);
  return {
    words,
    override: phraseTable({ override: lexicon.override }),
    nudge: phraseTable({ nudge: lexicon.nudge }, (phrase) => holds(filler, phrase) || phrase.every((word) => words.neutral.has(word))),
    filler,
    yesNo: phraseTable({ yes: lexicon.yes, no: lexicon.no }),
    interjecting: phraseTable({ interjecting: words.interjecting }),
    prefacing: phraseTable({ prefacing: words.prefacing }),
    requests: requestMatcher(intents, words),
    intents,
  };
}
