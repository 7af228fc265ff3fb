import { fillSentence, type ArtifactBundle, type ExecutionHeader, type HeaderStep, type PlanStep, type StepStatus } from '@arbiter/contracts';
import { isInFlight, standingsOf, type OpenRun, type Standing } from '../4-run';
import { replacedSteps } from './replaced';

/** ER-01: what surfaces of an error, at most. */
export const MAXIMUM_MESSAGE = 200;

export const NO_STEPS: ExecutionHeader = { steps: [] };
const NOT_KNOWN_YET = { code: 'outcome_pending', message: 'It was still running; its outcome is not known yet.' };

/**
 * ER-01 to ER-03: every step that acts, how it went, and what went wrong. A chat answer does nothing to the world and has no
 * steps to show (C19). What a replaced run did comes first. `rest` is what the steps are called that were never reached.
 */
export function headerOf(run: OpenRun, rest: StepStatus): ExecutionHeader {
  const plan = run.planned?.plan;
  const before = replacedSteps(run);
  if (!plan || plan.scope === null) return before.length === 0 ? NO_STEPS : { steps: [...before] };
  const acting = standingsOf(run, plan).filter(({ step }) => !isSaid(step));
  return { steps: [...before, ...acting.map((standing) => headerStep(standing, statusOf(standing, rest)))] };
}

/** The header of a run that ends although actions are still in flight: their outcome is honestly unknown. */
export function headerOfAbandoned(run: OpenRun, rest: StepStatus): ExecutionHeader {
  const inFlight = (stepId: string) => run.steps[stepId] !== undefined && isInFlight(run.steps[stepId]);
  return { steps: headerOf(run, rest).steps.map((step) => (inFlight(step.stepId) ? { ...step, status: 'unknown', error: NOT_KNOWN_YET } : step)) };
}

/** A plan that was refused has no steps; the refusal itself is shown in their place, by its name in the language of the copy. */
export function headerOfRefusal(code: string, message: string, { copy }: ArtifactBundle): ExecutionHeader {
  const title = fillSentence('{part:words.header_part}', { part: 'plan' }, copy);
  return { steps: [{ stepId: 'plan', title, status: 'failed', error: { code, message: truncated(message) } }] };
}

const statusOf = ({ status }: Standing, rest: StepStatus): StepStatus => (status === 'pending' || status === 'ready' ? rest : status);

/** Words are not shown among the deeds: they stand below the header themselves. */
const isSaid = ({ type }: PlanStep): boolean => type === 'respond' || type === 'synthesize' || type === 'ask_user' || type === 'finalize';

function headerStep({ step, code, message }: Standing, status: StepStatus): HeaderStep {
  const header = { stepId: step.id, title: step.title, status };
  return code === null ? header : { ...header, error: { code, message: truncated(message) } };
}

const truncated = (message: string): string =>
  message.length <= MAXIMUM_MESSAGE ? message : `${message.slice(0, MAXIMUM_MESSAGE - 1).toWellFormed()}…`;

const MARKS: Record<StepStatus, string> = {
  completed: '✓', failed: '✗', rejected: '✗', unknown: '?', skipped: '–', cancelled: '–', suspended: '…', running: '…', pending: '·',
};
/** These need no words: the mark says it. */
const WITHOUT_NOTE: ReadonlySet<StepStatus> = new Set(['completed', 'pending']);

/**
 * One line a step, in the language of the copy: `✓ Look up the order`, `✗ Refund the order (failed)`. Codes, and what a vendor
 * says, stay in the header itself: they are for whoever looks into it.
 */
export const renderHeader = ({ steps }: ExecutionHeader, { copy }: ArtifactBundle): string =>
  steps.map(({ title, status }) => `${MARKS[status]} ${title}${WITHOUT_NOTE.has(status) ? '' : fillSentence(' ({status:words.step_status})', { status }, copy)}`).join('\n');
