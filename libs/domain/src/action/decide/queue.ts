import type { DecisionContext, EventData, Fact, Values } from '@arbiter/contracts';
import { instantAfter } from '../../instant';
import type { ActionIdentity } from '../state/action-request';
import type { Dispatch, Queued } from '../state/action-state';

/**
 * A process that held a place in line and died is missed after this time; one that has waited for long is looked at
 * more rarely.
 */
const FIRST_LOOK_MILLISECONDS = 5_000;

/** An action that got no place for this long is not sent any more. */
const LONGEST_WAIT_MILLISECONDS = 600_000;

interface FirstAttempt {
  readonly action: ActionIdentity;
  readonly idempotencyKey: string;
  readonly planHash: string;
  readonly request: Values;
  readonly checks: EventData<'action.queued'>['checks'];
}

/** The checks let it go: it waits for its place at the vendor. */
export const firstQueued = ({ action, ...attempt }: FirstAttempt, { now, artifactsHash }: DecisionContext): Fact => ({
  name: 'action.queued',
  data: {
    ...action,
    ...attempt,
    artifacts: artifactsHash,
    attempt: 1,
    tried: 0,
    unsettled: false,
    keyExpiresAt: null,
    queuedAt: now,
    takeUpAt: takeUpAt(now, now),
  },
});

/** The waiting attempt in relation to the one before. */
type Standing = Pick<Dispatch, 'attempt' | 'tried' | 'unsettled'> & { readonly queuedAt: string };

/** An attempt after the first, or the same one anew; with the key of the first. */
export function queuedAgain(
  { action, idempotencyKey, planHash, artifacts, request, keyExpiresAt }: Dispatch,
  standing: Standing,
  now: string,
): Fact {
  return {
    name: 'action.queued',
    data: {
      ...action,
      idempotencyKey,
      planHash,
      artifacts,
      request,
      keyExpiresAt,
      checks: null,
      ...standing,
      takeUpAt: takeUpAt(standing.queuedAt, now),
    },
  };
}

/** Asks for a place again: the place of the action may be lost with the process that held it. */
export const takenUp = (state: Queued, now: string): Fact =>
  queuedAgain(
    state,
    { attempt: state.attempt, tried: state.tried, unsettled: state.unsettled, queuedAt: state.queuedAt },
    now,
  );

export const hasWaitedTooLong = (queuedAt: string, now: string): boolean => now >= lastMoment(queuedAt);

const lastMoment = (queuedAt: string): string => instantAfter(queuedAt, LONGEST_WAIT_MILLISECONDS);

function takeUpAt(queuedAt: string, now: string): string {
  const next = instantAfter(now, Math.max(FIRST_LOOK_MILLISECONDS, Date.parse(now) - Date.parse(queuedAt)));
  const last = lastMoment(queuedAt);
  return next < last ? next : last;
}
