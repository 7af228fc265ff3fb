import type { Fact } from '@arbiter/contracts';
import { heard, tenantLanguage } from '../../language';
import type { RoutedTurn } from '../decide/routed-turn';
import { runRequested } from '../../run-request';
import { threadSuperseded } from '../decide/session-facts';
import { firstAsk, intentRequested } from '../intent/ask-intent';
import { settleIntent } from '../intent/settle-intent';
import { SAME_OF_ANOTHER, readerOf, verdictOf, type Verdict } from '../intent/intent-verdict';
import { partsOf } from '../reading/deeds/parts';
import { evolveSession } from '../state/evolve-session';
import type { Asked, SessionState, Thread, WaitingThread } from '../state/session-state';
import { partId } from './derived-id';

/**
 * No session has more open topics than this: the oldest that only waits for the person gives way, and without one
 * nothing more is begun.
 */
export const MAXIMUM_THREADS = 100;

const NOTHING_ELIGIBLE: Verdict = { rule: 'no_eligible_intent', intentId: null, proposedSlots: {} };

const sameOfAnother = (intentId: string): Verdict => ({ rule: SAME_OF_ANOTHER, intentId, proposedSlots: {} });

/** RT-08: a new topic for each thing that a text asks for. */
export function openRequest(routed: RoutedTurn, text: string, like: string | null = null): readonly Fact[] {
  const { artifacts, tenant } = routed.context;
  const language = tenantLanguage(artifacts);
  const parts = partsOf(heard(text, language, routed.turn.personal), language);
  const [first = text, ...others] = parts;
  if (like !== null) return openTopic(routed, firstAsk(routed.turn, text, routed.context), like);
  // A model's answer about the whole text does not hold for a part.
  if (others.length === 0)
    return openTopic(
      first === text ? routed : { ...routed, answer: null },
      firstAsk(routed.turn, first, routed.context),
    );
  const { requestId } = routed.turn;
  let state = routed.state;
  return parts.flatMap((part, place) => {
    const asked: Asked = {
      ...firstAsk(routed.turn, part, routed.context),
      requestId: partId(tenant, requestId, place),
      partOf: requestId,
    };
    const facts = openTopic(
      { ...routed, state, origin: { ...routed.origin, requestId: asked.requestId }, answer: null },
      asked,
    );
    state = facts.reduce(evolveSession, state);
    return facts;
  });
}

/**
 * A model is asked for a topic's intent unless the topic is like another one, a model was asked already, or an answer
 * would change nothing.
 */
function openTopic(
  { state, turn, origin, answer, context }: RoutedTurn,
  asked: Asked,
  like: string | null = null,
): readonly Fact[] {
  const room = roomIn(state);
  if (room === null) return [runRequested(origin, context, { purpose: 'respond', copy: 'queue_full' })];
  const { requestId: threadId } = asked;
  const opening: readonly Fact[] = [...room, { name: 'thread.opened', data: { threadId, requestId: turn.requestId } }];
  if (like === null && answer === null && asked.eligible.length > 0)
    return [...opening, intentRequested(asked, threadId, state, context.artifacts)];
  const verdict =
    like !== null
      ? sameOfAnother(like)
      : answer === null
        ? NOTHING_ELIGIBLE
        : verdictOf(answer, asked, context.artifacts);
  return [
    ...opening,
    ...settleIntent(
      { state: opening.reduce(evolveSession, state), threadId, asked, readBy: readerOf(answer), origin, context },
      verdict,
    ),
  ];
}

/** The facts that make room for one more topic; null: there is no room. */
export function roomIn({ threads }: SessionState): readonly Fact[] | null {
  if (threads.length < MAXIMUM_THREADS) return [];
  const oldest = threads.find((thread: Thread): thread is WaitingThread => thread.phase === 'waiting');
  return oldest ? [threadSuperseded(oldest)] : null;
}
