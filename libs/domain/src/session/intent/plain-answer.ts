import type { ArtifactBundle } from '@arbiter/contracts';
import { heard, tenantLanguage, utteranceOf, type TenantLanguage, type Utterance } from '../../language';
import { featuresOf } from '../../language/requests';
import { checkedProse } from '../../prose';
import { wantsIn } from '../reading/wants';
import type { Asked } from '../state/session-state';
import { givesAdvice } from './advice';
import type { PlainAnswer } from './intent-verdict';

/** A text that shares so many of the words of an example is about the same. */
const SHARED = 0.5;

/** The use of a plain answer: its text is sent, its question is looked up, or nothing. */
export type AnswerCourse = 'say' | 'look_up' | null;

/**
 * PL-01: a plain answer is used only where the tenant allows it and its basis, never on a topic that the tenant
 * excludes, and never in place of a requested act. Courtesy is sent once it is checked that it states nothing. Claimed
 * knowledge counts only as a wish to look the question up, because nothing was retrieved when it was written.
 */
export function courseOfAnswer(
  { basis, text, confidence }: PlainAnswer,
  asked: Pick<Asked, 'text' | 'personal' | 'receivedAt'>,
  artifacts: ArtifactBundle,
): AnswerCourse {
  const { from = [] } = artifacts.conversation.plainAnswers ?? {};
  if (!from.includes(basis) || confidence < artifacts.models.minimumConfidence) return null;
  if (text.trim() === '' || isOffLimits(asked, text, artifacts)) return null;
  if (basis === 'knowledge') return 'look_up';
  return statesNothing(text, asked.receivedAt, artifacts) ? 'say' : null;
}

/** Whether the text asks for a deed, or the question or its answer is about a topic that the tenant never answers. */
function isOffLimits(question: Pick<Asked, 'text' | 'personal'>, answer: string, artifacts: ArtifactBundle): boolean {
  const { never = {} } = artifacts.conversation.plainAnswers ?? {};
  const language = tenantLanguage(artifacts);
  const asked = heard(question.text, language, question.personal);
  if (wantsIn(asked, language).some(({ kind }) => kind !== 'question')) return true;
  return [asked, utteranceOf(answer)].some(
    (said) =>
      (never.kinds ?? []).some((kind) => givesAdvice(kind, said.text)) ||
      (never.examples ?? []).some((example) => isAbout(utteranceOf(example), said, language)),
  );
}

/** Courtesy is founded on nothing, so none of its sentences may be refused. */
function statesNothing(text: string, now: string, { copy }: ArtifactBundle): boolean {
  const checked = checkedProse(text, { copy: [], results: [], evidence: [], speech: copy, now }, '');
  return checked.hasModelWords && Object.keys(checked.refused).length === 0;
}

function isAbout(example: Utterance, said: Utterance, { words }: TenantLanguage): boolean {
  const named = featuresOf(example, words);
  const shared = [...featuresOf(said, words)].filter((feature) => named.has(feature));
  return named.size > 0 && shared.length >= named.size * SHARED;
}
