import type { Decision, DecisionContext, Fact, Incoming } from '@arbiter/contracts';
import { hasOpenRun, threadOf, type SessionState, type Thread, type ThreadWithRun } from '../state/session-state';
import { isRouted } from '../state/turns';
import { originOf } from './delivery';
import { runRequested } from '../../run-request';
import { threadFollowed } from './session-facts';

/** A named template with arguments: a run without a topic, in the tenant's own language. */
export function decideRunSubmitted(
  state: SessionState,
  { data }: Incoming<'run.submitted'>,
  context: DecisionContext,
): Decision {
  if (isRouted(state.turns, data.requestId)) return { ignored: 'already_routed' };
  const { template, args } = data;
  const address = { ...data, messageId: null, locale: context.artifacts.copy.locale };
  return [
    runRequested(originOf(state, address, null, false), context, {
      purpose: 'template',
      template,
      args,
      consent: { kind: 'direct', rule: 'submitted', requestId: data.requestId },
    }),
  ];
}

/**
 * A run waits for a yes: its thread does too. A submitted run gets its thread now, so that there is something to
 * answer.
 */
export function decideRunSuspended(state: SessionState, { data, time }: Incoming<'run.suspended'>): Decision {
  const { runId, actionId, binding, question } = data;
  const threadId = data.threadId ?? runId;
  const proposal = threadFollowed(threadId, runId, 'workflow_proposed', { question, actionId, binding, askedAt: time });
  const thread = threadOf(state, threadId);
  if (thread) return refusal(thread, data) ?? [proposal];
  if (state.ended.includes(runId)) return { ignored: 'run_already_ended' };
  if (data.threadId !== null) return { ignored: 'thread_not_open' };
  const opened: Fact = { name: 'thread.opened', data: { threadId, requestId: runId } };
  return [opened, proposal];
}

function refusal(
  thread: Thread,
  { runId, actionId, undoes }: Incoming<'run.suspended'>['data'],
): { readonly ignored: string } | null {
  if (!hasOpenRun(thread) || thread.runId !== runId) return { ignored: 'not_the_current_run' };
  if (thread.cancelling && !undoes) return { ignored: 'run_is_ending' };
  return isTaken(thread, actionId) ? { ignored: 'proposal_already_taken' } : null;
}

const isTaken = (thread: ThreadWithRun, actionId: string): boolean =>
  thread.decided.includes(actionId) ||
  (thread.phase === 'proposed' && thread.approvals.some((approval) => approval.actionId === actionId));

/** A run ended: its thread follows, and its message is marked as done if it is (CH-11). */
export function decideRunCompleted(state: SessionState, { data }: Incoming<'run.completed'>): Decision {
  const { runId, messageId, isDone } = data;
  const followed = followThread(state, data);
  const isMarked = isDone && messageId !== null && !state.ended.includes(runId);
  if (!isMarked) return followed;
  const completed: Fact = { name: 'turn.completed', data: { requestId: runId, messageId } };
  return 'ignored' in followed ? [completed] : [...followed, completed];
}

/** Its thread asks, is done, or has failed. A run that was cancelled is done: the person wanted it so. */
function followThread(
  state: SessionState,
  { runId, status, reply, question, completedAt, listed, ...data }: Incoming<'run.completed'>['data'],
): Decision {
  const thread = threadOf(state, data.threadId ?? runId);
  if (!thread) return { ignored: data.threadId === null ? 'run_without_thread' : 'thread_not_open' };
  if (!hasOpenRun(thread) || thread.runId !== runId) return { ignored: 'not_the_current_run' };
  if (status === 'ok' && question !== null)
    return [threadFollowed(thread.threadId, runId, 'waiting_for_user', { question })];
  const ended = thread.phase === 'proposed' ? { endedAt: completedAt } : {};
  return [
    threadFollowed(thread.threadId, runId, status === 'error' ? 'failed' : 'done', {
      outcome: reply,
      ...(listed ? { listed } : {}),
      ...(data.header.steps.some((step) => step.status === 'unknown') && { isUnsure: true }),
      ...ended,
    }),
  ];
}
