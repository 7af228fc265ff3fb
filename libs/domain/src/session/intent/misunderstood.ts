import type { Fact, Question } from '@arbiter/contracts';
import { clarifyRun, sentence } from '../decide/session-facts';
import { MOST_MISUNDERSTOOD } from '../state/misunderstandings';
import { HANDOFF_INTENT, WANTED, handoffQuestion } from '../state/questions';
import { titleOf } from '../state/title';
import type { UnsettledTurn } from './unsettled-turn';

/** The number of titles that fit on buttons; the intent that brings in a person is always among them. */
const MOST_CHOICES = 12;

/**
 * CL-04: each time a person is offered at the end. The second time the possible requests are listed before that, and
 * from then on only a person helps.
 */
export function misunderstoodRun(turn: UnsettledTurn): Fact {
  const { state, threadId, origin, context } = turn;
  const thread = { threadId, intentId: null };
  const inARow = Math.min(state.misunderstood + 1, MOST_MISUNDERSTOOD);
  const choices = titlesFor(turn);
  if (inARow === 2 && choices.length > 1) {
    const { prompt: offer } = handoffQuestion(context.artifacts);
    const question: Question = {
      key: WANTED,
      expectedType: 'choice_or_yes_no',
      prompt: `${sentence(context, 'misunderstood_again')} ${offer}`,
      choices,
    };
    return clarifyRun(origin, context, thread, { copy: 'misunderstood_again', question });
  }
  const question = handoffQuestion(context.artifacts);
  // Of several things that one message asked for, the one that was not understood is named.
  if (inARow === 1 && turn.asked.partOf !== null)
    return clarifyRun(origin, context, thread, {
      copy: 'not_understood_part',
      args: { text: turn.asked.text },
      question,
    });
  return clarifyRun(origin, context, thread, {
    copy: inARow === 1 ? 'unknown_intent' : 'misunderstood_offer_person',
    question,
  });
}

function titlesFor({
  asked: { eligible },
  context: {
    artifacts: { intents },
  },
}: UnsettledTurn): string[] {
  const open = intents.filter(({ intent }) => eligible.includes(intent)).map(({ intent }) => intent);
  const others = open.filter((intent) => intent !== HANDOFF_INTENT).slice(0, MOST_CHOICES - 1);
  return [...others, ...open.filter((intent) => intent === HANDOFF_INTENT)].map((intent) => titleOf(intent, intents));
}
