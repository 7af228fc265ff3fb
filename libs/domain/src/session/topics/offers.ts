import type { Consent, Fact } from '@arbiter/contracts';
import { renderCopy } from '../../words/copy';
import type { RoutedTurn } from '../decide/routed-turn';
import { runRequested } from '../../run-request';
import { clarifyRun, sentence, templateRun, threadFollowed } from '../decide/session-facts';
import { eligibleIntents } from '../intent/eligible-intents';
import { slotsOf } from '../intent/settle-intent';
import { isDeed } from '../reading/deeds/deed';
import type { RoutingAction } from '../routing/routing';
import { endedOffer } from '../state/ended-offers';
import { HANDOFF_INTENT, handoffQuestion, proposeAgainKey } from '../state/questions';
import type { WaitingThread } from '../state/session-state';
import { titleOf } from '../state/title';
import { roomIn } from './open-request';

type Act<What extends RoutingAction['do']> = Extract<RoutingAction, { do: What }>;

/** CL-04: a yes to the offer of a person brings one in. */
export function decideHandoff(
  routed: RoutedTurn,
  { thread, isWanted, isExact }: Act<'decide_handoff'>,
): readonly Fact[] {
  if (!isWanted) return closeWith(routed, thread, 'rejected');
  const intent = routed.context.artifacts.intents.find((one) => one.intent === HANDOFF_INTENT);
  if (!intent) return closeWith(routed, thread, 'error_default');
  const { requestId } = routed.origin;
  const consent: Consent = isExact
    ? { kind: 'confirmed', rule: 'offer_accepted', requestId }
    : { kind: 'asked', rule: 'offer_not_plainly_accepted', requestId };
  return [
    templateRun(
      routed.origin,
      routed.context,
      { threadId: thread.threadId, intentId: intent.intent, template: intent.template },
      {},
      consent,
    ),
  ];
}

/**
 * The person chose from the list of possible requests. A deed is asked about before it is done; a person, chosen
 * plainly, is brought in.
 */
export function chooseIntent(routed: RoutedTurn, { thread, title, isPlain }: Act<'choose_intent'>): readonly Fact[] {
  const { turn, origin, context } = routed;
  const { tenant, customerId, artifacts } = context;
  const eligible = eligibleIntents(artifacts, { tenant, customerId, channel: turn.channel });
  const intent = artifacts.intents.find(
    (one) => eligible.includes(one.intent) && titleOf(one.intent, artifacts.intents) === title,
  );
  if (!intent) return closeWith(routed, thread, 'question_closed');
  const isOfferTaken = isPlain && intent.intent === HANDOFF_INTENT;
  const consent: Consent = {
    kind: isOfferTaken ? 'confirmed' : 'asked',
    rule: isOfferTaken ? 'offer_accepted' : 'chosen_from_list',
    requestId: origin.requestId,
  };
  const chosen = { threadId: thread.threadId, intentId: intent.intent, template: intent.template };
  return [
    templateRun(
      origin,
      context,
      chosen,
      slotsOf(intent, turn, {}, context),
      isDeed(intent, artifacts) ? consent : null,
    ),
  ];
}

/** An answer to a lapsed offer: the reply says when it lapsed, and asks whether to propose it again (AP-08). */
export function offerAgain({ state, origin, context }: RoutedTurn, { offer }: Act<'offer_again'>): readonly Fact[] {
  const room = roomIn(state);
  if (room === null) return [runRequested(origin, context, { purpose: 'respond', copy: 'queue_full' })];
  const { requestId } = origin;
  const args = { time: offer.endedAt };
  const prompt = renderCopy(context.artifacts, 'offer_ended', args);
  const question = { key: proposeAgainKey(offer.answerTo), expectedType: 'yes_no' as const, prompt };
  return [
    ...room,
    { name: 'thread.opened', data: { threadId: requestId, requestId } },
    runRequested(origin, context, { purpose: 'clarify', threadId: requestId, copy: 'offer_ended', args, question }),
  ];
}

/** A sentence of the copy, and the offer of a person; on an account without a link, the way to link it. */
export function offerPerson(
  { state, turn, origin, context }: RoutedTurn,
  { copy, args }: Act<'offer_person'>,
): readonly Fact[] {
  if (turn.linkOffer !== undefined) {
    const offer = renderCopy(context.artifacts, 'link_needed', turn.linkOffer);
    return [runRequested(origin, context, { purpose: 'respond', copy, args: { ...args, offer } })];
  }
  const room = roomIn(state);
  const { requestId } = origin;
  const question = handoffQuestion(context.artifacts);
  const said = { copy, args: { ...args, offer: question.prompt } };
  if (room === null) return [runRequested(origin, context, { purpose: 'respond', ...said })];
  return [
    ...room,
    { name: 'thread.opened', data: { threadId: requestId, requestId } },
    clarifyRun(origin, context, { threadId: requestId, intentId: null }, { ...said, question }),
  ];
}

/** A yes proposes it again, by a fresh run; nothing is done before the yes to that. */
export function proposeAgain(
  routed: RoutedTurn,
  { thread, answerTo, isWanted }: Act<'propose_again'>,
): readonly Fact[] {
  if (!isWanted) return closeWith(routed, thread, 'rejected');
  const offer = endedOffer(routed.state, answerTo);
  if (!offer) return closeWith(routed, thread, 'question_closed');
  const { intentId, template, slots } = offer;
  return [
    templateRun(routed.origin, routed.context, { threadId: thread.threadId, intentId, template }, slots, {
      kind: 'asked',
      rule: 'proposed_again',
      requestId: routed.origin.requestId,
    }),
  ];
}

function closeWith(
  { origin, context }: RoutedTurn,
  { threadId, runId, intentId }: WaitingThread,
  copy: string,
): readonly Fact[] {
  return [
    threadFollowed(threadId, runId, 'done', { outcome: sentence(context, copy) }),
    runRequested(origin, context, { purpose: 'respond', threadId, intentId, copy }),
  ];
}
