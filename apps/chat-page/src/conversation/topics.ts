import type { ThreadView } from '@arbiter/contracts';
import type { Conversation } from './conversation';
import { isFault } from './is-fault';

/** The text of a topic's chip: its name, its subject or outcome, and its status. */
export interface Topic {
  readonly threadId: string;
  /** null while it is not understood */
  readonly name: string | null;
  /** a proposal's subject, or an end's outcome */
  readonly brief: string | null;
  readonly status: ThreadView['status'];
  /** something went wrong; not being able to do it is an answer like others */
  readonly hasFault: boolean;
  readonly requestId: string | null;
}

export interface Topics {
  readonly open: readonly Topic[];
  readonly finished: readonly Topic[];
}

/** Every topic of the server's list, the latest first; its runs give its name, as far as they are known here. */
export function topicsOf({ threads, runs }: Conversation): Topics {
  const topics = threads.map(({ threadId, title, status, requestId }): Topic => {
    const run = runs.get(requestId ?? '');
    const brief = briefOf(status, run?.proposal?.brief ?? null, run?.brief ?? null);
    return {
      threadId,
      status,
      requestId,
      name: run?.label ?? title,
      brief,
      hasFault: run !== undefined && isFault(run),
    };
  });
  return {
    open: topics.filter(({ status }) => !isFinished(status)),
    finished: topics.filter(({ status }) => isFinished(status)),
  };
}

const isFinished = (status: ThreadView['status']): boolean => status === 'done' || status === 'failed';

function briefOf(status: ThreadView['status'], proposed: string | null, ended: string | null): string | null {
  if (status === 'workflow_proposed') return proposed;
  return status === 'done' ? ended : null;
}
