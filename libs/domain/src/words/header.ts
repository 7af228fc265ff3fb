import {
  fillSentence,
  hasFoundNothing,
  oneLine,
  type ArtifactBundle,
  type CopyDefinition,
  type ExecutionHeader,
  type HeaderStep,
  type StepStatus,
} from '@arbiter/contracts';

/** ER-01: the greatest length of an error's message, in characters. */
export const MAXIMUM_MESSAGE = 200;

const LONGEST_TITLE = 200;

export const NO_STEPS: ExecutionHeader = { steps: [] };

/**
 * A plan that was refused has no steps; the refusal itself is shown in their place, by its name in the language of the
 * copy.
 */
export function headerOfRefusal(code: string, message: string, { copy }: ArtifactBundle): ExecutionHeader {
  const title = fillSentence('{part:words.header_part}', { part: 'plan' }, copy);
  return { steps: [{ stepId: 'plan', title, status: 'failed', error: { code, message: truncated(message) } }] };
}

export const truncated = (message: string): string => oneLine(message, MAXIMUM_MESSAGE);

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
  compensating: '…',
  compensated: '↺',
  compensation_failed: '!',
};
/** These need no words: the mark is enough. */
const WITHOUT_NOTE: ReadonlySet<StepStatus> = new Set(['completed', 'pending']);

/** The tenant's word for the status of a step, or of the objects that it went through; English where it has none. */
const WORDS: Readonly<Record<string, string>> = {
  not_needed: 'not needed',
  nothing_found: 'nothing found',
  done: 'done',
  held: 'held back',
};

function wordFor(status: string, copy: CopyDefinition): string {
  const own = copy.words?.['step_status'] ?? {};
  if (!Object.hasOwn(own, status) && Object.hasOwn(WORDS, status)) return WORDS[status]!;
  return fillSentence('{status:words.step_status}', { status }, copy);
}

function noteOf(step: HeaderStep, copy: CopyDefinition): string {
  const { status, error } = step;
  if (error?.code === 'not_needed') return ` (${wordFor('not_needed', copy)})`;
  if (hasFoundNothing(step)) return ` (${wordFor('nothing_found', copy)})`;
  return WITHOUT_NOTE.has(status) ? '' : ` (${wordFor(status, copy)})`;
}

/** `: 33 done, 7 held back, 12 failed`. */
function objectsOf({ objects }: HeaderStep, copy: CopyDefinition): string {
  const counts = Object.entries(objects ?? {}).filter(([, count]) => count > 0);
  return counts.length === 0 ? '' : `: ${counts.map(([name, count]) => `${count} ${wordFor(name, copy)}`).join(', ')}`;
}

/**
 * One line a step, in the language of the copy: `✓ Look up the order`, `✗ Refund the order (failed)`,
 * `– Search the knowledge (nothing found)`. Codes and the
 * vendor's words stay in the header itself: they are for operators.
 */
export const renderHeader = ({ steps }: ExecutionHeader, { copy }: ArtifactBundle): string =>
  steps
    .map(
      (step) =>
        `${hasFoundNothing(step) ? MARKS.skipped : MARKS[step.status]} ${oneLine(step.title, LONGEST_TITLE)}${noteOf(step, copy)}${objectsOf(step, copy)}`,
    )
    .join('\n');
