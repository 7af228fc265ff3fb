import type { EventData } from '@arbiter/contracts';

/** A session's memory of the turns themselves, apart from its threads. All of it is bounded. */
export interface Turns {
  /** decided requests and the threads they belong to, the latest last */
  readonly routed: readonly { readonly requestId: string; readonly threadId: string | null }[];
  /** the turn that came in last, routed or not */
  readonly latest: string | null;
  /** the thread that was last spoken of, by the person or by a question */
  readonly spokenOf: string | null;
  /** topics that one message opened: of the latest message that opened any, and of the one before it */
  readonly together: readonly [latest: readonly string[], before: readonly string[]];
  /**
   * the thread whose question was asked last, and the reply since then: its copy, or the purpose of its run; null:
   * there was none
   */
  readonly put: { readonly threadId: string; readonly since: string | null } | null;
  /** runs that may still be answering the latest message: the next one overtakes them (CH-09) */
  readonly open: readonly string[];
  /** the message that is marked as done, until the next one (CH-11) */
  readonly done: string | null;
}

export const NO_TURNS: Turns = {
  routed: [],
  latest: null,
  spokenOf: null,
  together: [[], []],
  put: null,
  open: [],
  done: null,
};

/** How many decided requests are remembered; older repeats are caught by the position of their stream. */
const REMEMBERED = 64;

export const isRouted = ({ routed }: Turns, requestId: string): boolean =>
  routed.some((turn) => turn.requestId === requestId);

/** The thread that an earlier turn belonged to (RT-11). */
export const threadOfTurn = ({ routed }: Turns, requestId: string): string | null =>
  routed.findLast((turn) => turn.requestId === requestId)?.threadId ?? null;

export const withRouted = (turns: Turns, requestId: string, threadId: string | null): Turns =>
  isRouted(turns, requestId)
    ? turns
    : { ...turns, routed: [...turns.routed.slice(1 - REMEMBERED), { requestId, threadId }] };

/** A turn came in; `threadId` is the topic it refers to, as far as that is known. */
export const withLatest = (turns: Turns, requestId: string): Turns => ({ ...turns, latest: requestId });
/** `requestId` is the turn that opened the topic; several of them belong together. */
export function withOpened(turns: Turns, threadId: string, requestId: string): Turns {
  const [latest, before] = turns.together;
  const isFurther = threadId !== requestId && latest.includes(requestId);
  return { ...turns, together: isFurther ? [[...latest, threadId], before] : [[threadId], latest] };
}
export const withPut = (turns: Turns, threadId: string): Turns => ({ ...turns, put: { threadId, since: null } });
export const withSpokenOf = (turns: Turns, threadId: string | null): Turns =>
  threadId === null ? turns : { ...turns, spokenOf: threadId };

/** A run that only speaks is over at once; any other one is open until it ends or is overtaken. */
const LASTING: ReadonlySet<EventData<'run.requested'>['purpose']> = new Set(['template', 'agent', 'clarify', 'follow']);

/** The reply to a turn is on its way: the runs it overtakes and the mark it takes away are dealt with. */
export function withRun(
  turns: Turns,
  { requestId, threadId, purpose, copy, overtakes, delivery }: EventData<'run.requested'>,
): Turns {
  const open = turns.open.filter((runId) => !overtakes.includes(runId));
  const isRecent = LASTING.has(purpose) && requestId === turns.latest;
  return {
    ...withSaid(withRouted(turns, requestId, threadId), purpose, threadId, copy),
    open: isRecent ? [...open, requestId] : open,
    done: delivery.clears === turns.done ? null : turns.done,
  };
}

export const withEnded = (turns: Turns, runId: string): Turns =>
  turns.open.includes(runId) ? { ...turns, open: turns.open.filter((open) => open !== runId) } : turns;
export const withDone = (turns: Turns, requestId: string, messageId: string): Turns => ({
  ...withEnded(turns, requestId),
  done: messageId,
});

/** Copy that puts the question of its thread again. */
const PUTTING: ReadonlySet<string> = new Set(['nudge_waiting', 'yes_no_reprompt']);

/** Replies that something was taken back or refused: a yes after them is not to another question. */
export const WITHDRAWN: ReadonlySet<string> = new Set(['cancelled', 'rejected', 'deed_not_done', 'nothing_to_cancel']);

function withSaid(
  turns: Turns,
  purpose: EventData<'run.requested'>['purpose'],
  threadId: string | null,
  copy: string | null,
): Turns {
  if (threadId !== null && copy !== null && PUTTING.has(copy)) return withPut(turns, threadId);
  return turns.put === null ? turns : { ...turns, put: { ...turns.put, since: copy ?? purpose } };
}
