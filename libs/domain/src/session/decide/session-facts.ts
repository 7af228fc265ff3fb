import type { Consent, DecisionContext, EventData, FactOf, Question } from '@arbiter/contracts';
import { runRequested, type Origin, type RunRequest } from '../../run-request';
import { handoffQuestion } from '../state/questions';
import type { Thread, WaitingThread } from '../state/session-state';

/** The thread's own next run: its template with these arguments, upon this consent. */
export const templateRun = (
  origin: Origin,
  context: DecisionContext,
  { threadId, intentId, template }: Pick<Thread, 'threadId' | 'intentId' | 'template'>,
  args: RunRequest['args'],
  consent: Consent | null,
) => runRequested(origin, context, { purpose: 'template', threadId, intentId, template, args, consent });

export const clarifyRun = (
  origin: Origin,
  context: DecisionContext,
  thread: Pick<Thread, 'threadId' | 'intentId'>,
  wanted: { readonly copy: string; readonly question: Question; readonly args?: RunRequest['args'] },
) =>
  runRequested(origin, context, {
    purpose: 'clarify',
    threadId: thread.threadId,
    intentId: thread.intentId,
    fallback: true,
    ...wanted,
  });

/** CL-09: nothing more is asked, a person is offered. */
export const cappedRun = (origin: Origin, context: DecisionContext, thread: Pick<Thread, 'threadId' | 'intentId'>) =>
  clarifyRun(origin, context, thread, { copy: 'clarification_cap', question: handoffQuestion(context.artifacts) });

export function threadFollowed(
  threadId: string,
  runId: string,
  status: EventData<'thread.followed'>['status'],
  what: Partial<
    Pick<
      EventData<'thread.followed'>,
      'question' | 'actionId' | 'binding' | 'askedAt' | 'endedAt' | 'outcome' | 'listed' | 'isUnsure'
    >
  > = {},
): FactOf<'thread.followed'> {
  return {
    name: 'thread.followed',
    data: {
      threadId,
      runId,
      status,
      question: null,
      actionId: null,
      binding: null,
      askedAt: null,
      outcome: '',
      ...what,
    },
  };
}

/** The thread goes on in another one and leaves nothing to tell. */
export const threadSuperseded = ({ threadId, runId }: WaitingThread): FactOf<'thread.followed'> =>
  threadFollowed(threadId, runId, 'done');

/** A sentence of the tenant's copy that needs no values. */
export const sentence = ({ artifacts }: DecisionContext, copy: string): string => artifacts.copy.sentences[copy] ?? '';
