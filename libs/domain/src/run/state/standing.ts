import type { Plan, PlanStep, StepStatus } from '@arbiter/contracts';
import { stepsReadBy } from '../../plan';
import { isInFlight, type EndedStep, type OpenRun, type StepRecord } from './run';

/** Where one step of the plan stands; `ready` is pending with nothing left to wait for. */
export interface Standing {
  readonly step: PlanStep;
  readonly status: StepStatus | 'ready';
  readonly code: string | null;
  readonly message: string;
}

const ENDED: ReadonlySet<Standing['status']> = new Set([
  'completed',
  'failed',
  'skipped',
  'rejected',
  'cancelled',
  'unknown',
]);
export const hasEnded = ({ status }: Pick<Standing, 'status'>): boolean => ENDED.has(status);

/** Where every step stands. The plan is in dependency order, so one pass tells. */
export function standingsOf({ steps }: Pick<OpenRun, 'steps'>, plan: Plan): readonly Standing[] {
  const byId = new Map<string, Standing>();
  for (const step of plan.steps) byId.set(step.id, standingOf(step, steps[step.id], byId));
  return [...byId.values()];
}

function standingOf(step: PlanStep, record: StepRecord | undefined, earlier: ReadonlyMap<string, Standing>): Standing {
  const mayBegin = step.dependsOn.every((id) => hasEnded(earlier.get(id)!));
  if (record && (mayBegin || !isInSegment(record))) return { step, status: record.status, ...problemOf(record) };
  if (!mayBegin) return { step, status: 'pending', ...NO_PROBLEM };
  const missing = needs(step).find((id) => earlier.get(id)!.status !== 'completed');
  if (missing !== undefined) {
    return {
      step,
      status: 'skipped',
      code: 'dependency_missing',
      message: `It needs the result of "${earlier.get(missing)!.step.title}".`,
    };
  }
  return { step, status: endsByItself(step) ? 'completed' : 'ready', ...NO_PROBLEM };
}

/**
 * EX-05: a dependency that may fail only orders; but an action that takes a value from it cannot be made without one.
 * A sentence can: it says what went wrong instead.
 */
const needs = (step: PlanStep): readonly string[] =>
  endsByItself(step) || step.type === 'synthesize' ? [] : stepsReadBy(step.args);

/** The gateway begins it in its turn, by the same rules. */
const isInSegment = (record: StepRecord): boolean =>
  record.status === 'running' && isInFlight(record) && record.segmentId !== null;

/** These take no time and leave no fact of their own: they stand when what they wait for has ended. */
export const endsByItself = ({ type }: PlanStep): boolean =>
  type === 'respond' || type === 'ask_user' || type === 'finalize';

const NO_PROBLEM = { code: null, message: '' } as const;
const problemOf = (record: StepRecord): Pick<EndedStep, 'code' | 'message'> =>
  'code' in record ? { code: record.code, message: record.message } : NO_PROBLEM;
