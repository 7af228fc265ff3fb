import type { Decision, DecisionContext, Incoming } from '@arbiter/contracts';
import { remembers, type SessionState } from '../state/session-state';
import { isRouted } from '../state/turns';
import { settledRunId } from '../topics/derived-id';
import { runRequested, type Origin } from '../../run-request';
import { threadFollowed } from './session-facts';

/**
 * R7: an outcome that was unknown at the end of a run is reported by a run of its own, as a reply to the same message,
 * and becomes the topic's outcome for later questions.
 */
export function decideRunSettled(
  state: SessionState,
  { data }: Incoming<'run.settled'>,
  context: DecisionContext,
): Decision {
  const { runId, stepIds, sessionId, channel, messageId, locale, status, outcome, isUnsure } = data;
  if (outcome === '') return { ignored: 'nothing_to_tell' };
  const requestId = settledRunId(context.tenant, runId, stepIds);
  if (isRouted(state.turns, requestId)) return { ignored: 'already_routed' };
  const threadId = data.threadId ?? runId;
  const isKnown = remembers(state, threadId);
  const delivery = { locale, anchor: messageId === null ? null : ('not_recent' as const), clears: null };
  const origin: Origin = { requestId, sessionId, channel, messageId, delivery, overtakes: [] };
  return [
    runRequested(origin, context, {
      purpose: 'respond',
      threadId: data.threadId,
      copy: 'late_outcome',
      args: { outcome },
    }),
    ...(isKnown
      ? [
          threadFollowed(threadId, runId, status === 'error' ? 'failed' : 'done', {
            outcome,
            ...(isUnsure && { isUnsure }),
          }),
        ]
      : []),
  ];
}
