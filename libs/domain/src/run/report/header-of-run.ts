import type { ArtifactBundle, ExecutionHeader, HeaderStep, StepStatus } from '@arbiter/contracts';
import { furtherPages } from '../../plan';
import { NO_STEPS, truncated } from '../../words';
import { isInFlight, isLookup, kindOf, type OpenRun } from '../state/run';
import { isLeftOut, standingsOf, type Standing } from '../state/standing';
import { foundBy } from './found';
import { inHeaderOf } from './objects';
import { replacedSteps } from './replaced';

const NOT_KNOWN_YET = { code: 'outcome_pending', message: 'It was still running; its outcome is not known yet.' };

/**
 * ER-01 to ER-03: every step that acts, how it went, and its error. A chat answer does nothing to the world and has no
 * steps to show (C19), nor has a page of a list that is not there. The steps of a replaced run come first. `rest` is
 * the status of steps that were never reached.
 */
export function headerOf(run: OpenRun, rest: StepStatus, bundle: ArtifactBundle): ExecutionHeader {
  const { planned } = run;
  const before = replacedSteps(run);
  if (!planned || planned.plan.scope === null) return before.length === 0 ? NO_STEPS : { steps: [...before] };
  const pages = furtherPages(planned.plan);
  const standings = standingsOf(run, planned);
  const acting = standings.filter(
    (standing) => !kindOf(run, standing.step).speaks && !(isLeftOut(standing) && pages.has(standing.step.id)),
  );
  const found = foundBy(run, standings, bundle);
  const steps = acting.flatMap((standing) => [
    found.get(standing.step.id) ?? headerStep(run, standing, rest),
    ...underHeader(run, standing, bundle),
  ]);
  return { steps: [...before, ...steps] };
}

function underHeader(run: OpenRun, { step }: Standing, bundle: ArtifactBundle): readonly HeaderStep[] {
  const record = run.steps[step.id];
  return record ? kindOf(run, step).underHeader(step, record, bundle) : [];
}

/** The header of a run that ends although actions are still in flight: their outcome is honestly unknown. */
export function headerOfAbandoned(run: OpenRun, rest: StepStatus, bundle: ArtifactBundle): ExecutionHeader {
  return {
    steps: headerOf(run, rest, bundle).steps.map((step) => {
      const record = run.steps[step.stepId];
      if (record === undefined || !isInFlight(record)) return step;
      return { ...step, status: record.undoes ? 'compensation_failed' : 'unknown', error: NOT_KNOWN_YET };
    }),
  };
}

/** A lookup that is under way is not waited for: it counts as one that was never reached. */
function statusOf({ steps }: OpenRun, { step, status }: Standing, rest: StepStatus): StepStatus {
  const record = steps[step.id];
  return status === 'pending' || status === 'ready' || (record && isLookup(record)) ? rest : status;
}

function headerStep(run: OpenRun, standing: Standing, rest: StepStatus): HeaderStep {
  const { step, code, message } = standing;
  const header = { stepId: step.id, title: step.title, status: statusOf(run, standing, rest) };
  if (header.status === 'completed') return { ...header, ...inHeaderOf(run, step) };
  return code === null || isLeftOut(standing) ? header : { ...header, error: { code, message: truncated(message) } };
}
