import { isRequest } from '../../language/requests';
import { isAnswerToClosed } from '../reading/addressed';
import { stopsSomethingElse, withoutTurn } from '../reading/stopped';
import type { TurnView } from '../reading/turn-view';
import { activeThread, type Asked } from '../state/session-state';
import { say, type RoutingMatch, type RoutingRule } from './routing';

/** The account is not linked yet: any message is answered with the way to link it (CH-17). */
export const UNLINKED_RULE: RoutingRule = { category: 'filler', rule: 'account_not_linked', match: isUnlinked };

/** The message has no readable text: it is answered and changes nothing. */
export const UNREADABLE_RULE: RoutingRule = { category: 'filler', rule: 'unreadable_message', match: isUnreadable };

/** A turn that is still weighed is the latest work there is: "stop" takes it back before it is even routed (RT-12). */
export const WITHDRAWAL_RULE: RoutingRule = {
  category: 'override',
  rule: 'override_withdraws_turn',
  match: withdrawsTurn,
};

/** A pressed button answers its own question or none (RT-11). */
export const CLOSED_QUESTION_RULE: RoutingRule = {
  category: 'filler',
  rule: 'answer_to_closed_question',
  match: answersClosedQuestion,
};

function isUnlinked({ turn: { linkOffer } }: TurnView): RoutingMatch | null {
  return linkOffer === undefined ? null : say('link_needed', null, linkOffer);
}

function isUnreadable({ turn: { unreadable }, session }: TurnView): RoutingMatch | null {
  return unreadable === undefined ? null : say(`unreadable_${unreadable}`, activeThread(session)?.threadId ?? null);
}

function withdrawsTurn({ turn, override, session, whole, language }: TurnView): RoutingMatch | null {
  const asked = override && latestWeighed(withoutTurn(session, turn.requestId));
  if (!asked || stopsSomethingElse(override, withoutTurn(whole, turn.requestId), language)) return null;
  if (override.ends || override.bare) return { threadId: null, action: { do: 'withdraw_turn', asked, request: null } };
  if (!override.apart || !isRequest(override.rest, language.requests)) return null;
  return { threadId: null, action: { do: 'withdraw_turn', asked, request: override.rest.text } };
}

/** Unless a later message came, which is then the override's object. */
function latestWeighed({ weighing, turns, threads }: TurnView['session']): Asked | null {
  const asked = weighing.at(-1) ?? null;
  return asked && (asked.requestId === turns.latest || threads.length === 0) ? asked : null;
}

function answersClosedQuestion({ turn, session }: TurnView): RoutingMatch | null {
  return isAnswerToClosed(turn, session) ? say('question_closed', activeThread(session)?.threadId ?? null) : null;
}
