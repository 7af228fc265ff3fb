import type { ArtifactBundle, EndedCall, StepStatus } from '@arbiter/contracts';
import { titleOfTool } from '../../words';
import { acts, kindOf, type OpenRun } from '../state/run';
import { standingsOf, type Standing } from '../state/standing';
import { hasEffect, mayHaveHadEffect } from './failure-copy';

/** EX-20: a stop keeps what was not sent from being sent, and nothing else. */
export interface OutcomeOfStop {
  /** the titles of deeds that were done before it came, those of an agent too */
  readonly done: readonly string[];
  /** of deeds that were sent and of which it is not known whether they were done */
  readonly unsettled: readonly string[];
  /** SG-01: the titles of deeds that were undone */
  readonly undone: readonly string[];
  /** of deeds that were to be undone, and were not as far as is known */
  readonly notUndone: readonly string[];
  /** there were such deeds, and no other call was left to stop */
  readonly cameTooLate: boolean;
}

export function outcomeOfStop(run: OpenRun, bundle: ArtifactBundle): OutcomeOfStop {
  const standings = run.planned ? standingsOf(run, run.planned) : [];
  const deeds = standings.filter(({ step }) => acts(run, step) && hasEffect(step.tool, bundle));
  const done = deeds.filter(({ status }) => status === 'completed');
  const unsettled = standings.filter((one) => one.step.id !== run.brokenBy && isUnsettled(one, bundle));
  const begun = new Set([...done, ...unsettled]);
  const wasStopped = standings.some(
    (one) => (acts(run, one.step) || callsOf(run, one) !== null) && !begun.has(one) && !HAD_ENDED.has(one.status),
  );
  const calls = standings
    .flatMap((one) => callsOf(run, one) ?? [])
    .filter(({ tool, delegate }) => delegate === undefined && hasEffect(tool, bundle));
  const called = (status: StepStatus) => calls.filter((call) => call.status === status).map(titleIn(bundle));
  const outcome = {
    done: [...titlesOf(done), ...called('completed')],
    unsettled: [...titlesOf(unsettled), ...called('unknown')],
    undone: titlesOf(deeds.filter(({ status }) => status === 'compensated')),
    notUndone: titlesOf(deeds.filter(({ status }) => status === 'compensating' || status === 'compensation_failed')),
  };
  return { ...outcome, cameTooLate: outcome.done.length + outcome.unsettled.length > 0 && !wasStopped };
}

/** The calls of a step that makes some of its own; null: it makes none. */
function callsOf(run: OpenRun, { step }: Standing): readonly EndedCall[] | null {
  const record = run.steps[step.id];
  return record ? kindOf(run, step).calls(record) : null;
}

const titlesOf = (standings: readonly Standing[]): readonly string[] => standings.map(({ step }) => step.title);
const titleIn =
  (bundle: ArtifactBundle) =>
  ({ tool }: EndedCall): string =>
    titleOfTool(tool, bundle);

const HAD_ENDED: ReadonlySet<Standing['status']> = new Set(['completed', 'failed', 'rejected', 'skipped']);

const isUnsettled = (standing: Standing, bundle: ArtifactBundle): boolean =>
  mayHaveHadEffect(standing, bundle) ||
  ((standing.status === 'running' || standing.status === 'suspended') && hasEffect(standing.step.tool, bundle));
