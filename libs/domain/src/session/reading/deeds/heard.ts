import type { IntentDefinition } from '@arbiter/contracts';
import { clausesOf, type Clause, type TenantLanguage, type Utterance } from '../../../language';
import { stemOf } from '../../../language/stems';
import { plainRequestsFor, type PlainRequest } from './plain-request';
import { vocabularyOf } from './vocabulary';

/** A text, read for its stance towards the deed of an intent. */
export interface Heard {
  readonly intent: string;
  readonly utterance: Utterance;
  readonly language: TenantLanguage;
  readonly clauses: readonly Clause[];
  readonly requests: readonly PlainRequest[];
  /** the clauses with a word for the deed in them */
  readonly mentions: readonly Clause[];
}

export function heardOf(intent: IntentDefinition, utterance: Utterance, language: TenantLanguage, now: string): Heard {
  const requests = plainRequestsFor(intent, utterance, language, now);
  const clauses = clausesOf(utterance, language);
  return {
    intent: intent.intent,
    utterance,
    language,
    clauses: outsideValues(clauses, requests),
    requests,
    mentions: mentionsOf(intent, clauses, utterance, language),
  };
}

/** Clauses within the value of a free text slot are not addressed to the platform. */
const outsideValues = (clauses: readonly Clause[], requests: readonly PlainRequest[]): readonly Clause[] =>
  clauses.filter(
    ({ start, end, from }) =>
      !requests.some(
        ({ clause, extraction }) =>
          (start < clause.start || start >= clause.end) &&
          isTaken(extraction.taken, Math.max(start, Math.min(from, end - 1))),
      ),
  );

const isTaken = (taken: ReadonlySet<number>, index: number): boolean => taken.has(index);

function mentionsOf(
  { intent }: IntentDefinition,
  clauses: readonly Clause[],
  { tokens }: Utterance,
  language: TenantLanguage,
): readonly Clause[] {
  const { mentioning } = vocabularyOf(intent, language);
  return clauses.filter(({ start, end }) =>
    tokens.slice(start, end).some(({ word }) => mentioning.has(stemOf(word, language.words))),
  );
}
