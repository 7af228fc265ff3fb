import type { ArtifactBundle, Question } from '@arbiter/contracts';
import { renderCopy } from './copy';

/** A question for a yes or a no says how both are written, so that any client can make buttons of it (CH-07). */
export const withLabels = (question: Question, bundle: ArtifactBundle): Question =>
  question.expectedType !== 'yes_no' || question.choices !== undefined
    ? question
    : { ...question, choices: [renderCopy(bundle, 'approve_label'), renderCopy(bundle, 'reject_label')] };
