import type { IntentDefinition } from '@arbiter/contracts';
import { utteranceOf, type Restated, type TenantLanguage, type Utterance } from '../../../language';
import { sharedTable } from '../../../language/phrases';
import { coveredBy, hitsOf } from '../../../language/utterance';
import { questionOf, type ProposedThread } from '../../state/session-state';
import { numbersIn } from '../fit/numbers';
import { vocabularyOf } from './vocabulary';

/** What a text may repeat of the deeds that wait for a yes. */
export function restatedIn(
  utterance: Utterance,
  threads: readonly ProposedThread[],
  language: TenantLanguage,
): Restated {
  const vocabularies = threads.map(({ intentId }) => vocabularyOf(intentId ?? '', language));
  return {
    valued: new Set(threads.flatMap((thread) => [...valuedIn(utterance, thread, language)])),
    wordings: vocabularies.flatMap(({ patterns, core }) => [...patterns, core]),
    forms: new Set(vocabularies.flatMap(({ forms }) => [...forms])),
    deeds: threads.length,
  };
}

/** The positions of the deed's own values, numbers compared as values, and of the words that name them. */
export function valuedIn(utterance: Utterance, thread: ProposedThread, language: TenantLanguage): ReadonlySet<number> {
  const { tokens, text } = utterance;
  const slots = language.intents.find(({ intent }) => intent === thread.intentId)?.slots ?? [];
  const cues = cuesOf(slots);
  const money = currencyOf(thread, language);
  const amounts = amountsOf(thread, language);
  const measureOf = (index: number) => measureBeside(index, utterance, language);
  const isNumbered = (index: number) =>
    cues.has(tokens[index - 1]?.word ?? '') || text[(tokens[index]?.start ?? 0) - 1] === '#';
  const counted = numbersIn(utterance, language.words)
    .filter(({ value, index }) => amounts.includes(Number(value)) && !isNumbered(index))
    .map(({ index }) => index)
    .filter((index) => measureOf(index) === null || money.includes(measureOf(index) ?? ''));
  const named = hitsOf(utterance, sharedTable({ value: namesOf(thread) }))
    .filter(({ index, end }) => end > index + 1 || measureOf(index) === null)
    .flatMap(({ index, end }) => Array.from({ length: end - index }, (_, offset) => index + offset));
  const isNaming = (word: string, index: number) =>
    cues.has(word) || (money.includes(word) && (counted.includes(index - 1) || counted.includes(index + 1)));
  return new Set([
    ...counted,
    ...named,
    ...tokens.flatMap(({ word }, index) => (isNaming(word, index) ? [index] : [])),
  ]);
}

/** The unit or kind right beside a number: "euros" of "5 euros", "€" of "€ 5", "ticket" of "ticket 5". */
function measureBeside(index: number, { tokens, text }: Utterance, { words }: TenantLanguage): string | null {
  const { measuring } = words.grammar;
  const sign =
    /[€$£%](?=\s?$)/u.exec(text.slice(0, tokens[index]?.start)) ??
    /(?<=^\s?)[€$£%]/u.exec(text.slice(tokens[index]?.end));
  const beside = [tokens[index + 1], tokens[index - 1]].map((token) => token?.word ?? '');
  return sign?.[0] ?? beside.find((word) => measuring.has(word)) ?? null;
}

/** The names of the currency that the question speaks of. */
function currencyOf(thread: ProposedThread, { words }: TenantLanguage): readonly string[] {
  const { text, tokens } = utteranceOf(questionOf(thread).prompt);
  const isSaid = (name: string) => text.includes(name) || tokens.some(({ word }) => word === name);
  return words.grammar.currencies
    .map((names) => names.split(' '))
    .filter((names) => names.some(isSaid))
    .flat();
}

/** "no" is a cue of numbers, and a refusal first. */
const cuesOf = (slots: IntentDefinition['slots']): ReadonlySet<string> =>
  new Set(
    slots
      .flatMap(({ cues = [] }) => cues)
      .map((cue) => cue.toLowerCase())
      .filter((cue) => cue !== 'no'),
  );

const namesOf = ({ slots }: ProposedThread): readonly string[] =>
  Object.values(slots).flatMap((value) => (typeof value === 'string' && value !== '' ? [value] : []));

/**
 * The amounts of a deed: those among its values, or else the one number of its question that is no name. With more of
 * them in the question there is no telling which is the deed's.
 */
function amountsOf(thread: ProposedThread, language: TenantLanguage): readonly number[] {
  const own = Object.values(thread.slots).filter((value) => typeof value === 'number');
  if (own.length > 0) return own;
  const asked = utteranceOf(questionOf(thread).prompt);
  const names = coveredBy(asked, sharedTable({ value: namesOf(thread) }));
  const others = numbersIn(asked, language.words).filter(
    ({ index }) => !names.has(index) && /\p{N}/u.test(asked.tokens[index]?.word ?? ''),
  );
  const values = [...new Set(others.map(({ value }) => Number(value)))];
  return values.length === 1 ? values : [];
}

/** The text says a value of this deed. */
export const namesValueOf = (utterance: Utterance, thread: ProposedThread, language: TenantLanguage): boolean =>
  hitsOf(utterance, sharedTable({ value: namesOf(thread) })).length > 0 ||
  numbersIn(utterance, language.words).some(({ value }) => amountsOf(thread, language).includes(Number(value)));
