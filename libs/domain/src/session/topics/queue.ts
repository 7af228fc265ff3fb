import {
  localised,
  type ArtifactBundle,
  type Consent,
  type DecisionContext,
  type Fact,
  type Values,
} from '@arbiter/contracts';
import { runRequested, type Origin } from '../../run-request';
import { templateRun, threadFollowed } from '../decide/session-facts';
import type { UnsettledTurn } from '../intent/unsettled-turn';
import { evolveSession } from '../state/evolve-session';
import { addressOf, isWorking, threadOf, type QueuedThread, type SessionState } from '../state/session-state';
import { titleOf } from '../state/title';
import { queuedRunId } from './derived-id';

/** No more requests than this wait in line. */
export const MAXIMUM_QUEUED = 20;

/**
 * RT-08, C22: under the policy `queue` a new request waits while an earlier one is being worked on. A topic that only
 * waits for the person holds no other up.
 */
export function isHeldUp(
  { threads }: SessionState,
  threadId: string,
  { conversation }: Pick<ArtifactBundle, 'conversation'>,
): boolean {
  if (conversation.newRequest === 'switch') return false;
  const number = threads.find((thread) => thread.threadId === threadId)?.number ?? Number.POSITIVE_INFINITY;
  return threads.some(
    (thread) => thread.phase === 'running' || (thread.phase === 'classifying' && thread.number < number),
  );
}

/** The turn is answered at once; its work begins later, as a run of its own. */
export function joinQueue(
  { state, asked, origin, context }: UnsettledTurn,
  thread: Pick<QueuedThread, 'threadId' | 'intentId' | 'template'>,
  args: Values,
  consent: Consent | null,
): readonly Fact[] {
  const { threadId, intentId } = thread;
  const said = (copy: string, values: Values = {}) =>
    runRequested(origin, context, { purpose: 'respond', threadId, intentId, copy, args: values });
  const position = state.queuedThreadIds.length + 1;
  if (position > MAXIMUM_QUEUED) return [threadFollowed(threadId, threadId, 'done'), said('queue_full')];
  return [
    {
      name: 'thread.queued',
      data: { ...thread, ...addressOf(asked), args, consent, position },
    },
    said('queued', { title: titleOf(intentId, context.artifacts.intents) }),
  ];
}

/** These facts of `state`, and the run of the first in line once nothing is being worked on any more. */
export function withNextInLine(state: SessionState, facts: readonly Fact[], context: DecisionContext): readonly Fact[] {
  if (state.queuedThreadIds.length === 0) return facts;
  const after = facts.reduce(evolveSession, state);
  const next = after.threads.some(isWorking) ? null : threadOf(after, after.queuedThreadIds[0] ?? '');
  if (next?.phase !== 'queued') return facts;
  const { threadId, slots, address, consent } = next;
  const { locale, tier, twoStage: _, ...message } = address;
  const anchor = message.messageId === null ? null : ('not_recent' as const);
  const delivery = { locale, anchor, clears: null, ...(tier === undefined ? {} : { tier }) };
  const origin: Origin = { ...message, requestId: queuedRunId(context.tenant, threadId), delivery, overtakes: [] };
  return [
    ...facts,
    templateRun(origin, { ...context, artifacts: localised(context.artifacts, address.locale) }, next, slots, consent),
  ];
}
