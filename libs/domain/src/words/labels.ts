import type { ArtifactBundle, Question } from '@arbiter/contracts';
import { renderCopy } from './copy';

/** A yes-or-no question carries the labels of both answers, so that any client can make buttons of it (CH-07). */
export const withLabels = (question: Question, bundle: ArtifactBundle): Question =>
  question.expectedType !== 'yes_no' || question.choices !== undefined
    ? question
    : { ...question, choices: [renderCopy(bundle, 'approve_label'), renderCopy(bundle, 'reject_label')] };
