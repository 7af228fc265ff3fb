import type { ArtifactBundle, Evidence } from '@arbiter/contracts';
import { heard, tenantLanguage, utteranceOf, type TenantLanguage, type Utterance } from '../../language';
import { featuresOf } from '../../language/requests';
import { wantsIn } from '../reading/wants';
import type { Asked } from '../state/session-state';
import { givesAdvice } from './advice';
import type { PlainAnswer } from './verdict';

/** Whether every figure, link and claim of a text stands in the evidence. */
export type AnswerCheck = (text: string, evidence: readonly Evidence[]) => boolean;

/** Without a check no words of a model are said. */
export const ANSWER_CHECK: AnswerCheck | null = null;

/** A text that shares so many of the words of an example is about the same. */
const SHARED = 0.5;

/**
 * PL-01: whether a model's own words may be said: where the tenant allows it and what they rest on, about nothing that is never
 * answered, never in place of an act that is asked for, and only once they were checked.
 */
export function mayBeSaid(
  { basis, text, confidence }: PlainAnswer,
  asked: Pick<Asked, 'text'>,
  artifacts: Pick<ArtifactBundle, 'conversation' | 'models' | 'copy' | 'intents' | 'templates' | 'tools'>,
  check: AnswerCheck | null,
  evidence: readonly Evidence[] = [],
): boolean {
  const { from = [], never = {} } = artifacts.conversation.plainAnswers ?? {};
  if (check === null || !from.includes(basis) || confidence < artifacts.models.minimumConfidence) return false;
  if (text.trim() === '' || (basis === 'knowledge' && evidence.length === 0)) return false;
  const language = tenantLanguage(artifacts as ArtifactBundle);
  const question = heard(asked.text, language);
  if (wantsIn(question, language).some(({ kind }) => kind !== 'question')) return false;
  const both = [question, utteranceOf(text)];
  const isForbidden = both.some(
    (said) =>
      (never.kinds ?? []).some((kind) => givesAdvice(kind, said.text)) ||
      (never.examples ?? []).some((example) => isAbout(utteranceOf(example), said, language)),
  );
  return !isForbidden && check(text, basis === 'small_talk' ? [] : evidence);
}

function isAbout(example: Utterance, said: Utterance, { words }: TenantLanguage): boolean {
  const named = featuresOf(example, words);
  const shared = [...featuresOf(said, words)].filter((feature) => named.has(feature));
  return named.size > 0 && shared.length >= named.size * SHARED;
}
