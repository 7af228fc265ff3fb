import type { EventData } from '@arbiter/contracts';
import { NO_BRANCHES } from './branch';
import { UNREVISED } from './revisions';
import type { OpenRun, RunIdentity, UnopenedRun } from './run';

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
}: RunIdentity): RunIdentity => ({
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
export function opened({ cancelling, followers, isOvertaken }: UnopenedRun, data: EventData<'run.opened'>): OpenRun {
  return {
    ...identityOf(data),
    phase: 'open',
    openedAt: data.openedAt,
    progressedAt: data.openedAt,
    planned: null,
    steps: {},
    segments: 0,
    alone: [],
    brokenBy: null,
    cancelling,
    followers,
    isOvertaken,
    branches: NO_BRANCHES,
    revisions: UNREVISED,
    writing: null,
    writtenBy: null,
    reported: null,
    followingSince: null,
    refused: [],
    refusals: {},
    paused: null,
    pauses: 0,
    granted: data.granted ?? {},
    share: 0,
    late: {},
  };
}
