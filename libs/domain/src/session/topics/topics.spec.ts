import type { Question } from '@arbiter/contracts';
import { askingFor, completed, notProposed, proposed, said, submitted, suspended } from '../../fixtures/session-inputs';
import { shopBundle } from '../../fixtures/shop-bundle';
import { contextOf, given } from '../../specification';
import { sessionDecider } from '../session-decider';
import { answerToOf } from '../state/answer-to';

const SINCE: Question = { key: 'since', expectedType: 'date_time', prompt: 'Since when?' };
const chat = () => given(sessionDecider, contextOf(shopBundle)).facts();
/** The routing of the turn said last; where a model is asked first, it has nothing to say. */
const routedBy = (story: ReturnType<typeof chat>) => settled(story).fact('turn.routed');
const settled = (story: ReturnType<typeof chat>) =>
  story.state.weighing.reduce((open, { requestId }) => open.when(notProposed(requestId)), story);

/** A refund waits for its yes; order 1002 is looked up. */
const both = () =>
  chat()
    .when(said('R', 'refund order 1004'))
    .when(proposed('R', 'refund_order'))
    .when(suspended('R', 'R'))
    .when(said('S', 'Where is my order 1002?'))
    .when(proposed('S', 'order_status'));
/** A refund and a look-up run side by side. */
const running = () =>
  chat()
    .when(said('R', 'refund order 1004'))
    .when(proposed('R', 'refund_order'))
    .when(said('S', 'Where is my order 1002?'))
    .when(proposed('S', 'order_status'));
/** Which order to refund, and which to look up: asked in this order. */
const twoQuestions = () =>
  chat()
    .when(said('R', 'I want my money back'))
    .when(proposed('R', 'refund_order'))
    .when(completed('R', 'R', { question: askingFor('orderNumber', { prompt: 'Which refund?' }) }))
    .when(said('S', 'Where is my order?'))
    .when(proposed('S', 'order_status'))
    .when(completed('S', 'S', { question: askingFor('orderNumber') }));

describe('TH-01: with several topics open', () => {
  test('one is gone back to by its answer', () => {
    expect(both().when(said('T3', 'yes')).fact('approval.given')).toMatchObject({ runId: 'R', decision: 'approve' });
  });

  test.each([
    'back to the refund',
    'about the refund',
    'regarding order 1004',
    'any news on the refund?',
    'any update on order 1004?',
  ])('%p tells how that one stands, and changes no topic', (text) => {
    const before = both();
    const nudged = before.when(said('T3', text));
    expect(routedBy(nudged)).toMatchObject({ category: 'status_nudge', rule: 'nudge_reports_question', threadId: 'R' });
    expect(nudged.fact('run.requested')).toMatchObject({
      copy: 'nudge_waiting',
      args: { question: 'Shall I do R.refund?' },
    });
    expect({ ...nudged.state, turns: null }).toEqual({ ...before.state, turns: null });
  });

  test('RT-13: a bare nudge still goes to the work', () => {
    expect(routedBy(both().when(said('T3', 'any luck?')))).toMatchObject({ rule: 'nudge_reports_work', threadId: 'S' });
  });

  test('the question that was put last is the one a bare answer is for', () => {
    expect(routedBy(twoQuestions().when(said('T3', '1003')))).toMatchObject({
      rule: 'answer_fills_slot',
      threadId: 'S',
    });
    expect(routedBy(twoQuestions().when(said('T3', 'back to the refund')).when(said('T4', '1003')))).toMatchObject({
      rule: 'answer_fills_slot',
      threadId: 'R',
    });
  });

  test.each(['about the refund: 1003', 'order 1003 for the refund'])(
    '%p answers the question of the topic it names',
    (text) => {
      expect(routedBy(twoQuestions().when(said('T3', text)))).toMatchObject({
        rule: 'answer_fills_slot',
        threadId: 'R',
      });
    },
  );

  test('a late answer to an older question finds its topic by what fits', () => {
    const dated = twoQuestions()
      .when(said('D', 'Open a support ticket: the lid is loose'))
      .when(proposed('D', 'create_ticket'))
      .when(completed('D', 'D', { question: SINCE }));
    expect(routedBy(dated.when(said('T4', '1003')))).toMatchObject({ rule: 'answer_fills_slot', threadId: 'S' });
    expect(routedBy(dated.when(said('T4', 'since yesterday')))).toMatchObject({
      rule: 'answer_fills_slot',
      threadId: 'D',
    });
  });

  test('work that has just ended is reported when a message asks about it, not begun again', () => {
    const ended = both().when(completed('S', 'S', { reply: 'It is on its way.' }));
    expect(ended.when(said('T3', 'any news on order 1002?')).fact('run.requested')).toMatchObject({
      copy: 'nudge_outcome',
      args: { outcome: 'It is on its way.' },
    });
  });
});

describe('RT-12: with several topics open', () => {
  test('"stop the refund" stops the refund only', () => {
    const stopped = running().when(said('T3', 'stop the refund'));
    expect(routedBy(stopped)).toMatchObject({ category: 'override', rule: 'override_ends_run', threadId: 'R' });
    expect(stopped.fact('run.cancel_requested')).toEqual({ runId: 'R', requestId: 'T3' });
  });

  test('a bare stop ends the active one', () => {
    expect(running().when(said('T3', 'stop')).fact('run.cancel_requested')).toMatchObject({ runId: 'S' });
  });

  test('"cancel the first one" counts them as they were opened', () => {
    expect(running().when(said('T3', 'cancel the first one')).fact('run.cancel_requested')).toMatchObject({
      runId: 'R',
    });
  });

  test('an action that waits for a yes is stopped by name although other work is under way', () => {
    expect(both().when(said('T3', 'stop the refund')).fact('run.cancel_requested')).toMatchObject({ runId: 'R' });
  });

  test('a correction goes to the topic it names', () => {
    const corrected = running().when(said('T3', 'about the refund: no wait, make it 1007'));
    expect(routedBy(corrected)).toMatchObject({ category: 'override', rule: 'override_changes_slot', threadId: 'R' });
    expect(routedBy(running().when(said('T3', 'no wait, make it 1007', { replyToRequestId: 'R' })))).toMatchObject({
      rule: 'override_changes_slot',
      threadId: 'R',
    });
    expect(routedBy(running().when(said('T3', 'no wait, make it 1007')))).toMatchObject({
      rule: 'override_changes_slot',
      threadId: 'S',
    });
  });
});

describe('RT-11: the message a turn replies to', () => {
  test('picks among the questions that the text answers', () => {
    expect(routedBy(twoQuestions().when(said('T3', '1003', { replyToRequestId: 'R' })))).toMatchObject({
      rule: 'answer_fills_slot',
      threadId: 'R',
    });
    expect(routedBy(twoQuestions().when(said('T3', '1003', { replyToRequestId: 'S' })))).toMatchObject({
      rule: 'answer_fills_slot',
      threadId: 'S',
    });
  });

  test('picks what a stop ends and what a nudge asks about', () => {
    expect(
      running()
        .when(said('T3', 'stop', { replyToRequestId: 'R' }))
        .fact('run.cancel_requested'),
    ).toMatchObject({ runId: 'R' });
    expect(routedBy(both().when(said('T3', 'any luck?', { replyToRequestId: 'R' })))).toMatchObject({
      rule: 'nudge_reports_question',
      threadId: 'R',
    });
  });

  test('may be any message of the topic', () => {
    const later = both().when(said('T3', 'back to the refund')).when(said('T4', 'any luck?'));
    expect(routedBy(later.when(said('T5', 'stop', { replyToRequestId: 'T3' })))).toMatchObject({ threadId: 'R' });
  });

  test('makes no category and keeps no message from another topic', () => {
    expect(
      routedBy(
        both()
          .when(said('T3', 'Open a support ticket', { replyToRequestId: 'R' }))
          .when(proposed('T3', 'create_ticket')),
      ),
    ).toMatchObject({ category: 'new_request' });
    const dated = both().when(completed('S', 'S', { question: SINCE }));
    expect(routedBy(dated.when(said('T3', 'yesterday', { replyToRequestId: 'R' })))).toMatchObject({
      rule: 'answer_fills_slot',
      threadId: 'S',
    });
    expect(routedBy(both().when(said('T3', 'any luck?', { replyToRequestId: 'nobody' })))).toMatchObject({
      threadId: 'S',
    });
  });

  test('keeps a yes from what it was not said to', () => {
    const asks = both().when(completed('S', 'S', { question: askingFor('orderNumber') }));
    expect(routedBy(asks.when(said('T3', 'yes', { replyToRequestId: 'S' })))).toMatchObject({ category: 'filler' });
    const ended = both().when(completed('S', 'S'));
    expect(routedBy(ended.when(said('T3', 'yes', { replyToRequestId: 'S' })))).toMatchObject({ category: 'filler' });
    expect(ended.when(said('T3', 'yes', { replyToRequestId: 'R' })).fact('approval.given')).toMatchObject({
      runId: 'R',
    });
  });
});

describe('a pressed button', () => {
  test('answers exactly the question of its run', () => {
    const asks = chat()
      .when(submitted('A', 'refund_order', {}))
      .when(suspended('A', null))
      .when(submitted('B', 'refund_order', {}))
      .when(suspended('B', null));
    expect(asks.when(said('T3', 'yes', { answerTo: answerToOf('A.refund') })).fact('approval.given')).toMatchObject({
      runId: 'A',
    });
    expect(asks.when(said('T3', 'no', { answerTo: answerToOf('B.refund') })).fact('approval.given')).toMatchObject({
      runId: 'B',
      decision: 'reject',
    });
  });

  test('pressed twice approves once: the next action of the same run needs a yes of its own', () => {
    const asks = chat()
      .when(submitted('A', 'refund_order', {}))
      .when(suspended('A', null, 'A.first'))
      .when(suspended('A', null, 'A.second'));
    const pressed = { answerTo: answerToOf('A.first') };
    const once = asks.when(said('T3', 'yes', pressed));
    expect(once.fact('approval.given')).toMatchObject({ actionId: 'A.first' });
    expect(routedBy(once.when(said('T4', 'yes', pressed)))).toMatchObject({ rule: 'button_of_ended_offer' });
    expect(asks.when(said('T3', 'no', { answerTo: answerToOf('A.second') })).fact('approval.given')).toMatchObject({
      actionId: 'A.second',
      decision: 'reject',
    });
  });

  test('to a question that is closed answers nothing else', () => {
    const answered = both().when(said('T3', 'yes', { answerTo: 'gone' }));
    answered.thenNamed('turn.routed', 'run.requested');
    expect(routedBy(answered)).toMatchObject({ category: 'filler', rule: 'answer_to_closed_question' });
    expect(answered.fact('run.requested')).toMatchObject({ purpose: 'respond', copy: 'question_closed' });
    expect(answered.state.threads).toEqual(both().state.threads);
  });

  test('RT-14: that says stop stops', () => {
    expect(routedBy(both().when(said('T3', 'stop', { answerTo: 'gone' })))).toMatchObject({
      category: 'override',
      threadId: 'S',
    });
  });
});

test.each(['edited', 'too_long', 'unsupported'] as const)(
  'a message that came %s is answered and changes nothing, whatever it says',
  (unreadable) => {
    const before = both();
    for (const text of ['stop', 'yes', 'refund order 1003']) {
      const answered = before.when(said('T3', text, { unreadable, answerTo: 'R' }));
      expect(routedBy(answered)).toMatchObject({ category: 'filler', rule: 'unreadable_message' });
      expect(answered.fact('run.requested')).toMatchObject({ purpose: 'respond', copy: `unreadable_${unreadable}` });
      expect({ ...answered.state, turns: null }).toEqual({ ...before.state, turns: null });
    }
  },
);

test('a message about harming oneself on an account without a link is answered as such, with the way to link it', () => {
  const linkOffer = { link: 'https://shop.example/link?code=abc', code: 'abc' };
  const answered = chat()
    .when(said('T1', 'I want to kill myself', { linkOffer }))
    .thenNamed('turn.routed', 'run.requested');
  expect(routedBy(answered)).toMatchObject({ category: 'override', rule: 'speaks_of_self_harm' });
  expect(answered.fact('run.requested')).toMatchObject({
    purpose: 'respond',
    copy: 'self_harm',
    args: {
      sentence: expect.stringContaining('talk to a person now'),
      offer: 'link_needed https://shop.example/link?code=abc',
    },
  });
});

test.each(['Where is my order 1002?', 'stop', 'yes', 'hello', 'any luck?'])(
  'CH-17: a person who says "%s" on an account without a link is offered one, and no model is asked',
  (text) => {
    const linkOffer = { link: 'https://shop.example/link?code=abc', code: 'abc' };
    const answered = chat()
      .when(said('T1', text, { linkOffer, answerTo: 'gone', replyToRequestId: 'gone' }))
      .thenNamed('turn.routed', 'run.requested');
    expect(routedBy(answered)).toMatchObject({ category: 'filler', rule: 'account_not_linked', threadId: null });
    expect(answered.fact('run.requested')).toMatchObject({
      purpose: 'respond',
      copy: 'link_needed',
      args: linkOffer,
      template: null,
    });
  },
);
