import type { Values } from '@arbiter/contracts';
import type { Language } from '../../language';
import { memoiseEach } from '../../memoise';
import { stemOf } from '../../language/stems';
import type { TenantLanguage } from '../../language/tenant-language';
import { contentOf, utteranceOf, type Utterance } from '../../language/utterance';
import type { Thread } from '../state/session-state';

/** A topic as far as it can be named: its intent and its known values. */
export type Nameable = Pick<Thread, 'threadId' | 'intentId' | 'slots'>;

export interface Naming<Topic extends Nameable> {
  /** the topics that the text names best; empty when it names none */
  readonly topics: readonly Topic[];
  /** the words that name them */
  readonly words: ReadonlySet<string>;
}

/** A value of a slot names its topic better than any word of the intent does. */
const VALUE = 10;
const MOST_WORDS_OF_A_VALUE = 4;
const SHORTEST_VALUE = 3;
/** A longer text tells a story and points at nothing. */
const LONGEST = 60;

/**
 * TH-01: which of these topics a text speaks of, by a value one of them knows ("order 1002") or by the words of its
 * intent ("the refund").
 */
export function namingIn<Topic extends Nameable>(
  utterance: Utterance,
  topics: readonly Topic[],
  language: TenantLanguage,
): Naming<Topic> {
  if (topics.length === 0 || utterance.tokens.length > LONGEST) return { topics: [], words: NO_WORDS };
  const shared = sharedCues(topics, language);
  const cued = cuedBy(topics, utterance, shared, language);
  const scored = topics
    .map((topic) => ({ topic, ...scoreOf(topic, utterance, cued, language) }))
    .filter(({ score }) => score > 0);
  const best = Math.max(0, ...scored.map(({ score }) => score));
  const named = scored.filter(({ score }) => score === best);
  return { topics: named.map(({ topic }) => topic), words: new Set(named.flatMap(({ words }) => words)) };
}

/** The match of an intent's words with a text; topics of the same intent share it. */
interface Cued {
  readonly score: number;
  readonly words: readonly string[];
}

const NOT_CUED: Cued = { score: 0, words: [] };

function cuedBy(
  topics: readonly Nameable[],
  utterance: Utterance,
  shared: ReadonlySet<string>,
  language: TenantLanguage,
): ReadonlyMap<string | null, Cued> {
  const { words } = language;
  const said = contentOf(utterance, words)
    .map((index) => utterance.tokens[index]?.word ?? '')
    .map((word) => ({ word, stem: stemOf(word, words) }));
  return new Map(
    [...new Set(topics.map(({ intentId }) => intentId))].map((intentId) => {
      const cues = cuesOf(language, words).get(intentId ?? '') ?? NO_WORDS;
      const cued = said.filter(({ stem }) => cues.has(stem));
      const isTelling = cued.some(({ stem }) => !shared.has(stem));
      return [
        intentId,
        { score: (isTelling ? 2 : 0) + (cued.length > 0 ? 1 : 0), words: cued.map(({ word }) => word) },
      ] as const;
    }),
  );
}

function scoreOf(
  { intentId, slots }: Nameable,
  utterance: Utterance,
  cued: ReadonlyMap<string | null, Cued>,
  language: TenantLanguage,
): Cued {
  const { score, words } = cued.get(intentId) ?? NOT_CUED;
  const valued = valuesOf(slots, language)
    .filter((value) => stands(value, utterance))
    .flat();
  return { score: (valued.length > 0 ? VALUE : 0) + score, words: [...valued, ...words] };
}

const NO_WORDS: ReadonlySet<string> = new Set();

/** Words that more than one of the intents in question has tell none of them. */
function sharedCues(topics: readonly Nameable[], language: TenantLanguage): ReadonlySet<string> {
  const intents = [...new Set(topics.flatMap(({ intentId }) => (intentId === null ? [] : [intentId])))];
  if (intents.length < 2) return NO_WORDS;
  const cues = intents.flatMap((intent) => [...(cuesOf(language, language.words).get(intent) ?? [])]);
  return new Set(cues.filter((cue, index) => cues.indexOf(cue) !== index));
}

/**
 * By intent: the words of its name, and those that come up in its examples again and again; read once for each bundle.
 */
const cuesOf = memoiseEach(
  (language: TenantLanguage, words: Language): ReadonlyMap<string, ReadonlySet<string>> =>
    new Map(
      language.intents.map(({ intent, examples }) => {
        const counts = new Map<string, number>();
        for (const stem of examples.flatMap((example) => [...stemsOf(example, words)]))
          counts.set(stem, (counts.get(stem) ?? 0) + 1);
        return [
          intent,
          new Set([
            ...stemsOf(intent.replaceAll('_', ' '), words),
            ...[...counts].flatMap(([stem, count]) => (count > 1 ? [stem] : [])),
          ]),
        ] as const;
      }),
    ),
);

function stemsOf(text: string, words: Language): ReadonlySet<string> {
  const utterance = utteranceOf(text);
  const telling = contentOf(utterance, words)
    .map((index) => utterance.tokens[index]?.word ?? '')
    .filter((word) => !words.requesting.has(word) && !/\p{N}/u.test(word));
  return new Set(telling.map((word) => stemOf(word, words)));
}

/** The values of a topic that are telling enough to name it, as words. */
const valuesOf = memoiseEach((slots: Values, { words }: TenantLanguage): readonly (readonly string[])[] =>
  Object.values(slots)
    .flatMap((value) => (typeof value === 'string' || typeof value === 'number' ? [String(value)] : []))
    .filter((value) => value.length >= SHORTEST_VALUE && value.length <= 64)
    .map((value) => utteranceOf(value).tokens.map(({ word }) => word))
    .filter(
      (value) =>
        value.length > 0 && value.length <= MOST_WORDS_OF_A_VALUE && value.some((word) => !words.neutral.has(word)),
    ),
);

const stands = (value: readonly string[], { tokens }: Utterance): boolean =>
  tokens.some((_, index) => value.every((word, offset) => tokens[index + offset]?.word === word));
