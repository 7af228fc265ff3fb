import type { ActionEnd, Plan, Provenance } from '@arbiter/contracts';
import { ancestorsOf } from '../../plan';
import { hasEnded, standingsOf, stepCompleted, type EndedStep } from '../../run';

/** The steps that call a tool and that a step comes after, directly or not, in the order of the plan. */
export function stepsBefore({ steps }: Plan, stepId: string): readonly string[] {
  const before = ancestorsOf(steps).get(stepId);
  return steps.filter(({ id, type }) => type === 'tool_call' && before?.has(id)).map(({ id }) => id);
}

/** The results that bindings of a step may read. */
export const resultsOfEnds = (provenance: Provenance): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(recordsOf(provenance)).flatMap(([id, { status, result }]) => (status === 'completed' ? [[id, result]] : [])));

/** Which steps keep a step from being done: they have not ended, or are required and did not end well. */
export function unsettledBefore(provenance: Provenance, stepId: string): readonly string[] {
  const { plan } = provenance.plan.data;
  const before = new Set(stepsBefore(plan, stepId));
  const standings = standingsOf({ steps: recordsOf(provenance) }, withoutShows(plan));
  const waiting = standings.filter((standing) => before.has(standing.step.id) && (!hasEnded(standing) || (!standing.step.optional && standing.status !== 'completed')));
  return waiting.map(({ step }) => step.id);
}

/** Results that are only shown leave nothing in the gateway's own log; they end as soon as they may begin. */
const withoutShows = (plan: Plan): Plan => ({ ...plan, steps: plan.steps.map((step) => (step.type === 'emit_results' ? { ...step, type: 'respond' } : step)) });

/** What the ends of actions mean for their steps. */
function recordsOf({ plan: { data }, ends }: Provenance): Readonly<Record<string, EndedStep>> {
  const planned = { plan: data.plan, planHash: data.planHash, fallback: data.fallback, args: data.args };
  return Object.fromEntries(ends.map((end) => [end.data.stepId, recordOf(end, planned)]));
}

function recordOf(end: ActionEnd, planned: Parameters<typeof stepCompleted>[1]): EndedStep {
  const { status, code, message, result } = stepCompleted(end, planned, end.time).data;
  return { status: status as EndedStep['status'], code, message, result };
}
