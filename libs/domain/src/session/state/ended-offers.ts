import { answerToOf } from './answer-to';
import type { EndedOffer, PendingApproval, ProposedThread, SessionState } from './session-state';

/** The number of ended proposals that are remembered, to tell their answers from answers to unknown questions. */
const REMEMBERED = 8;

/** These approvals of a thread no longer wait; one that has ended before stays as it was. */
export function withEndedOffers(
  state: SessionState,
  { threadId, intentId, template, slots }: ProposedThread,
  approvals: readonly PendingApproval[],
  how: EndedOffer['how'],
  endedAt: string,
): SessionState {
  const ended = approvals.map(({ actionId }): EndedOffer => ({
    threadId,
    intentId,
    template,
    slots,
    answerTo: answerToOf(actionId),
    how,
    endedAt,
  }));
  const news = ended.filter(({ answerTo }) => endedOffer(state, answerTo) === null);
  return news.length === 0 ? state : { ...state, endedOffers: [...state.endedOffers, ...news].slice(-REMEMBERED) };
}

export const endedOffer = ({ endedOffers }: SessionState, answerTo: string): EndedOffer | null =>
  endedOffers.find((offer) => offer.answerTo === answerTo) ?? null;
