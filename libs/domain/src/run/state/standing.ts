import { compileExpression, type Plan, type PlanStep, type StepStatus, type Values } from '@arbiter/contracts';
import { furtherPages, isThere, stepsReadBy } from '../../plan';
import { isInFlight, kindOf, type EndedStep, type OpenRun, type Planned, type StepRecord } from './run';

/** The state of one step of the plan; `ready` is pending with nothing left to wait for. */
export interface Standing {
  readonly step: PlanStep;
  readonly status: StepStatus | 'ready';
  readonly code: string | null;
  /** of an action that was denied: the check, and the rule, that did */
  readonly rule?: string;
  readonly message: string;
}

const ENDED: ReadonlySet<Standing['status']> = new Set([
  'completed',
  'failed',
  'skipped',
  'rejected',
  'cancelled',
  'unknown',
  'compensated',
  'compensation_failed',
]);
export const hasEnded = ({ status }: Pick<Standing, 'status'>): boolean => ENDED.has(status);

/**
 * The state of every step. The plan is in dependency order, so one pass is enough. `endsAlone`: the steps that end as
 * soon as they may begin.
 */
export function standingsOf(
  { steps, kinds }: Pick<OpenRun, 'steps' | 'kinds'>,
  { plan, args }: Pick<Planned, 'plan' | 'args'>,
  endsAlone: Known['endsAlone'] = (step) => endsByItself({ kinds }, step),
): readonly Standing[] {
  const byId = new Map<string, Standing>();
  for (const step of plan.steps) byId.set(step.id, standingOf(step, { steps, kinds, args, plan, endsAlone }, byId));
  return [...byId.values()];
}

interface Known extends Pick<OpenRun, 'steps' | 'kinds'> {
  readonly args: Values;
  readonly plan: Plan;
  readonly endsAlone: (step: PlanStep) => boolean;
}

function standingOf(step: PlanStep, known: Known, earlier: ReadonlyMap<string, Standing>): Standing {
  const record = known.steps[step.id];
  const mayBegin = step.dependsOn.every((id) => hasEnded(earlier.get(id)!));
  if (record && (mayBegin || !isInSegment(record))) return { step, status: statusOf(record), ...problemOf(record) };
  if (!mayBegin) return { step, status: 'pending', ...NO_PROBLEM };
  if (isPastTheLast(step, known)) return leftOut(step, 'There is no such page.');
  if (!isWanted(step, known)) return leftOut(step, 'Its condition does not hold.');
  const missing = needs(step, known).find((id) => earlier.get(id)!.status !== 'completed');
  if (missing !== undefined) {
    const needed = earlier.get(missing)!;
    const message = `It needs the result of "${needed.step.title}".`;
    return isLeftOut(needed)
      ? leftOut(step, message)
      : { step, status: 'skipped', code: 'dependency_missing', message };
  }
  return { step, status: known.endsAlone(step) ? 'completed' : 'ready', ...NO_PROBLEM };
}

const statusOf = (record: StepRecord): StepStatus =>
  record.status === 'running' && isInFlight(record) && record.undoes ? 'compensating' : record.status;

const CONDITION_NOT_MET = 'condition_not_met';
const leftOut = (step: PlanStep, message: string): Standing => ({
  step,
  status: 'skipped',
  code: CONDITION_NOT_MET,
  message,
});

/** Whether a step was skipped because the plan says so: nothing failed. */
export const isLeftOut = ({ code }: Pick<Standing, 'code'>): boolean => code === CONDITION_NOT_MET;

/** Whether a step would read a page where there is none. */
function isPastTheLast({ id }: PlanStep, { steps, plan }: Known): boolean {
  const page = furtherPages(plan).get(id);
  return page !== undefined && !isThere(page, completed(steps));
}

const completed = (steps: Known['steps']): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(steps).flatMap(([id, record]) => (record.status === 'completed' ? [[id, record.result]] : [])),
  );

/** A condition that cannot be evaluated does not hold. */
function isWanted({ when }: PlanStep, { steps, args }: Known): boolean {
  if (when === undefined) return true;
  const found = Object.entries(steps).filter(([, record]) => record.status === 'completed');
  try {
    return compileExpression('step_condition', when)({ ...args, steps: Object.fromEntries(found) }) === true;
  } catch {
    return false;
  }
}

/**
 * EX-05: a dependency that may fail only orders. But an action that takes a value from it cannot be made without the
 * value. A sentence can be said without it: it then reports the failure.
 */
const needs = (step: PlanStep, known: Known): readonly string[] =>
  known.endsAlone(step) || kindOf(known, step).speaks ? [] : stepsReadBy(step.args);

/** The gateway begins it in its turn, by the same rules. */
const isInSegment = (record: StepRecord): boolean =>
  record.status === 'running' && isInFlight(record) && record.segmentId !== null;

/** These steps take no time and leave no fact of their own: they end when the steps they wait for have ended. */
export const endsByItself = (run: Pick<OpenRun, 'kinds'>, step: PlanStep): boolean => kindOf(run, step).begin === null;

const NO_PROBLEM = { code: null, message: '' } as const;
const problemOf = (record: StepRecord): Pick<EndedStep, 'code' | 'rule' | 'message'> =>
  'code' in record ? { code: record.code, rule: record.rule, message: record.message } : NO_PROBLEM;
