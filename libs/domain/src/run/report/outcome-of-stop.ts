import type { ArtifactBundle } from '@arbiter/contracts';
import { acts, type OpenRun } from '../state/run';
import { standingsOf, type Standing } from '../state/standing';
import { hasEffect, mayHaveHadEffect } from './failure-copy';

/** EX-20: a stop keeps what was not sent from being sent, and nothing else. */
export interface OutcomeOfStop {
  /** deeds that were done before it came */
  readonly done: readonly Standing[];
  /** deeds that were sent and of which it is not known whether they were done */
  readonly unsettled: readonly Standing[];
  /** there were such deeds, and no other call was left to stop */
  readonly cameTooLate: boolean;
}

export function outcomeOfStop(run: OpenRun, bundle: ArtifactBundle): OutcomeOfStop {
  const standings = run.planned ? standingsOf(run, run.planned) : [];
  const deeds = standings.filter(({ step }) => acts(run, step) && hasEffect(step.tool, bundle));
  const done = deeds.filter(({ status }) => status === 'completed');
  const unsettled = standings.filter((one) => one.step.id !== run.brokenBy && isUnsettled(one, bundle));
  const begun = new Set([...done, ...unsettled]);
  const wasStopped = standings.some((one) => acts(run, one.step) && !begun.has(one) && !HAD_ENDED.has(one.status));
  return { done, unsettled, cameTooLate: begun.size > 0 && !wasStopped };
}

const HAD_ENDED: ReadonlySet<Standing['status']> = new Set(['completed', 'failed', 'rejected', 'skipped']);

const isUnsettled = (standing: Standing, bundle: ArtifactBundle): boolean =>
  mayHaveHadEffect(standing, bundle) ||
  ((standing.status === 'running' || standing.status === 'suspended') && hasEffect(standing.step.tool, bundle));
