import type { PlanStep, Values } from '@arbiter/contracts';
import { resolveBindings } from '../../plan';
import { kindOf, resultsOf, spokenArgs, type OpenRun, type Planned } from '../state/run';

/**
 * The values that a step's sentence may use: the step's own arguments by name, the run's as `args.…`, and
 * `steps.<id>.result.…`.
 */
export function stepValues(run: OpenRun, planned: Planned, step: PlanStep): Values {
  const args = spokenArgs(planned);
  const results = resultsOf(run);
  const isSearch = (one: PlanStep): boolean => kindOf(run, one).evidence !== null;
  const searches = new Set(planned.plan.steps.filter(isSearch).map(({ id }) => id));
  const steps = Object.fromEntries(
    Object.entries(results).map(([id, result]) => [
      id,
      { result: searches.has(id) ? result : withoutEvidence(result) },
    ]),
  );
  return { ...resolveBindings(step.args, { args, results }), args, steps };
}

/** Only the tenant's own knowledge is evidence, whatever a vendor calls a field. */
function withoutEvidence(result: unknown): unknown {
  if (typeof result !== 'object' || result === null || !('evidence' in result)) return result;
  const { evidence: _, ...rest } = result as Values;
  return rest;
}
