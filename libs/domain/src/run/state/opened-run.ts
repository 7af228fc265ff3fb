import type { EventData } from '@arbiter/contracts';
import { NO_BRANCHES } from './branch';
import { UNREVISED } from './revisions';
import type { OpenRun, Run, RunIdentity, Stored, StepKinds, UnopenedRun } from './run';

/** The identity of a run, from its opening to its end. */
export const identityOf = ({
  runId,
  sessionId,
  threadId,
  channel,
  messageId,
  artifacts,
  delivery,
  replaces,
  branch,
  kinds,
}: RunIdentity): RunIdentity => ({
  kinds,
  runId,
  sessionId,
  threadId,
  channel,
  messageId,
  artifacts,
  delivery,
  replaces,
  ...(branch && { branch }),
});

/** A run that has just opened; facts that came before the opening are kept. */
export function opened(
  { cancelling, followers, isOvertaken, kinds }: UnopenedRun,
  data: EventData<'run.opened'>,
): OpenRun {
  return {
    ...identityOf({ ...data, kinds }),
    phase: 'open',
    openedAt: data.openedAt,
    progressedAt: data.openedAt,
    planned: null,
    steps: {},
    segments: 0,
    apart: {},
    brokenBy: null,
    cancelling,
    followers,
    isOvertaken,
    branches: NO_BRANCHES,
    revisions: UNREVISED,
    writtenBy: null,
    reported: null,
    waits: null,
    refused: [],
    refusals: {},
    pauses: 0,
    granted: data.granted ?? {},
    share: 0,
    late: {},
  };
}

/** A stored run with the kinds of step that it knows. */
export function withKinds(run: Stored, kinds: StepKinds): Run {
  if (run.phase !== 'ended') return { ...run, kinds };
  const { unsettled } = run;
  return { ...run, kinds, unsettled: unsettled && { ...unsettled, run: { ...unsettled.run, kinds } } };
}

export function stored(known: Run): Stored {
  const { kinds: _, ...run } = known;
  if (run.phase !== 'ended' || run.unsettled === null) return run;
  const { kinds: _ofEnded, ...walked } = run.unsettled.run;
  return { ...run, unsettled: { ...run.unsettled, run: walked } };
}
