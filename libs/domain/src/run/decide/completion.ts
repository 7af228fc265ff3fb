import type { ExecutionHeader, Question, RunStatus } from '@arbiter/contracts';
import { BUILT_IN } from '../../plan';
import type { OpenRun } from '../state/run';

/** How a run ends, as far as its person sees it. */
export interface Outcome {
  readonly status: RunStatus;
  readonly header: ExecutionHeader;
  readonly question: Question | null;
}

/**
 * CH-11: a deed was requested and has been done, with nothing left open. Small talk, questions, proposals and refused
 * or stopped deeds do not count. A deed that another run reports is done by that run's message, not by the one that
 * requested it first. A mark that the next message removes is not set after that message.
 */
export function isDone(
  { planned, reported, followers, isOvertaken }: OpenRun,
  { status, header, question }: Outcome,
): boolean {
  if (status !== 'ok' || question !== null || followers.length > 0 || planned === null || isOvertaken) return false;
  if (planned.plan.template === BUILT_IN.follow) return reported?.status === 'ok' && isCarriedOut(header);
  return !PLATFORM_PLANS.has(planned.plan.template) && isCarriedOut(header);
}

const PLATFORM_PLANS: ReadonlySet<string> = new Set(Object.values(BUILT_IN));

const isCarriedOut = ({ steps }: ExecutionHeader): boolean => steps.every((step) => step.status === 'completed');
