import { MAY_BE_DONE, type EventData, type Fact } from '@arbiter/contracts';
import { isSameValue } from '../../canonical-hash';
import { threadOf, type Doubt, type SessionState } from './session-state';

const MOST_DOUBTS = 32;

/** The doubts after the end of a topic, or news of it. */
export function doubtsAfter(
  state: Pick<SessionState, 'doubts' | 'threads'>,
  { threadId, status, isUnsure }: EventData<'thread.followed'>,
): readonly Doubt[] {
  if (status !== 'done' && status !== 'failed') return state.doubts;
  if (isUnsure !== true) return state.doubts.filter((doubt) => doubt.threadId !== threadId);
  const thread = threadOf(state, threadId);
  if (!thread) return state.doubts;
  const { intentId, slots } = thread;
  return [...state.doubts.slice(1 - MOST_DOUBTS), { threadId, intentId, slots }];
}

/** Nothing twice unawares: a deed that may have been done is asked about first, however plainly it is asked for. */
export function withDoubt({ doubts }: SessionState, fact: Fact): Fact {
  if (fact.name !== 'run.requested') return fact;
  const { purpose, intentId, args, consent } = fact.data;
  if (purpose !== 'template' || intentId === null || consent === null) return fact;
  const isDoubtful = doubts.some(
    (doubt) =>
      doubt.intentId === intentId &&
      Object.entries(doubt.slots).every(
        ([name, value]) => !Object.hasOwn(args, name) || isSameValue(args[name], value),
      ),
  );
  return isDoubtful
    ? { ...fact, data: { ...fact.data, consent: { ...consent, kind: 'asked', rule: MAY_BE_DONE } } }
    : fact;
}
