import { fillSentence, type ArtifactBundle, type ExecutionHeader, type StepStatus } from '@arbiter/contracts';

/** ER-01: the greatest length of an error's message, in characters. */
export const MAXIMUM_MESSAGE = 200;

export const NO_STEPS: ExecutionHeader = { steps: [] };

/**
 * A plan that was refused has no steps; the refusal itself is shown in their place, by its name in the language of the
 * copy.
 */
export function headerOfRefusal(code: string, message: string, { copy }: ArtifactBundle): ExecutionHeader {
  const title = fillSentence('{part:words.header_part}', { part: 'plan' }, copy);
  return { steps: [{ stepId: 'plan', title, status: 'failed', error: { code, message: truncated(message) } }] };
}

export const truncated = (message: string): string =>
  message.length <= MAXIMUM_MESSAGE ? message : `${message.slice(0, MAXIMUM_MESSAGE - 1).toWellFormed()}…`;

const MARKS: Record<StepStatus, string> = {
  completed: '✓',
  failed: '✗',
  rejected: '✗',
  unknown: '?',
  skipped: '–',
  cancelled: '–',
  suspended: '…',
  running: '…',
  pending: '·',
};
/** These need no words: the mark is enough. */
const WITHOUT_NOTE: ReadonlySet<StepStatus> = new Set(['completed', 'pending']);

/**
 * One line a step, in the language of the copy: `✓ Look up the order`, `✗ Refund the order (failed)`. Codes and the
 * vendor's words stay in the header itself: they are for operators.
 */
export const renderHeader = ({ steps }: ExecutionHeader, { copy }: ArtifactBundle): string =>
  steps
    .map(
      ({ title, status }) =>
        `${MARKS[status]} ${title}${WITHOUT_NOTE.has(status) ? '' : fillSentence(' ({status:words.step_status})', { status }, copy)}`,
    )
    .join('\n');
