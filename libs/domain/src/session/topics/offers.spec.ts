import { NOW, completed, notProposed, proposed, said, suspended } from '../../fixtures/session-inputs';
import { shopBundle } from '../../fixtures/shop-bundle';
import { contextOf, given } from '../../specification';
import { sessionDecider } from '../session-decider';
import { answerToOf } from '../state/answer-to';

const BERLIN = { ...shopBundle, copy: { ...shopBundle.copy, timeZone: 'Europe/Berlin' } };
const EXPIRED = {
  status: 'cancelled',
  code: 'approval_expired',
  reply: 'approval_expired',
  completedAt: '2026-03-02T13:05:00.000Z',
} as const;
const PRESSED = { answerTo: answerToOf('T1.refund') };

const chat = () => given(sessionDecider, contextOf(BERLIN)).facts();
const offered = () =>
  chat().when(said('T1', 'refund order 1004')).when(proposed('T1', 'refund_order')).when(suspended('T1', 'T1'));
const expired = () => offered().when(completed('T1', 'T1', EXPIRED));
const askedAgain = () => {
  const asked = expired().when(said('T2', 'yes'));
  return asked.when(completed('T2', 'T2', { question: asked.fact('run.requested').question }));
};

describe('an answer to an offer that has expired', () => {
  test.each([
    ['a pressed button', PRESSED],
    ['a typed yes', {}],
  ])(
    '%s: is told when it ended, in the time of the tenant, and asked whether to propose it again (AP-08)',
    (_, more) => {
      const answered = expired().when(said('T2', 'yes', more));
      answered.thenNamed('turn.routed', 'thread.opened', 'run.requested');
      expect(answered.fact('run.requested')).toMatchObject({
        purpose: 'clarify',
        copy: 'offer_ended',
        args: { time: EXPIRED.completedAt },
        consent: null,
        threadId: 'T2',
        question: { expectedType: 'yes_no', prompt: 'offer_ended 14:05' },
      });
    },
  );

  test('a yes to that proposes it again as a fresh run, and does nothing', () => {
    const again = askedAgain().when(said('T3', 'yes'));
    again.thenNamed('turn.routed', 'run.requested');
    expect(again.fact('turn.routed')).toMatchObject({
      category: 'answer_to_pending',
      rule: 'answer_takes_up_ended_offer',
    });
    expect(again.fact('run.requested')).toMatchObject({
      requestId: 'T3',
      purpose: 'template',
      template: 'refund_order',
      intentId: 'refund_order',
      args: { orderNumber: '1004' },
      consent: { kind: 'asked', rule: 'proposed_again', requestId: 'T3' },
    });
  });

  test('a no to that ends it', () => {
    const refused = askedAgain().when(said('T3', 'no'));
    expect(refused.fact('run.requested')).toMatchObject({ purpose: 'respond', copy: 'rejected' });
    expect(refused.state.threads).toEqual([]);
  });

  test('a yes after something else was said is not about it', () => {
    const aside = askedAgain()
      .when(said('T3', 'any news?'))
      .when(said('T4', 'hello'))
      .when(said('T5', 'yes'))
      .when(notProposed('T5'));
    expect(aside.fact('run.requested')).toMatchObject({ purpose: 'respond' });
  });

  test('a no needs no question', () => {
    expect(
      expired()
        .when(said('T2', 'No', PRESSED))
        .fact('run.requested'),
    ).toMatchObject({ purpose: 'respond', copy: 'rejected' });
  });

  test('pressed once more while it is asked, the question is put again', () => {
    expect(
      askedAgain()
        .when(said('T3', 'Yes', PRESSED))
        .fact('run.requested'),
    ).toMatchObject({ copy: 'nudge_waiting', threadId: 'T2' });
  });

  test('courtesy is not an answer to it', () => {
    expect(expired().when(said('T2', 'thanks')).fact('run.requested')).toMatchObject({ copy: 'thanks_reply' });
    expect(expired().when(said('T2', 'ok')).fact('run.requested')).toMatchObject({ copy: 'filler_acknowledged' });
  });
});

describe('an offer that was answered', () => {
  const approved = () => offered().when(said('T2', 'yes'));

  test.each([
    ['pressed', PRESSED],
    ['typed', {}],
  ])('is not answered a second time: %s', (_, more) => {
    const twice = approved().when(said('T3', 'yes', more));
    twice.thenNamed('turn.routed', 'run.requested');
    expect(twice.fact('run.requested')).toMatchObject({ purpose: 'respond', copy: 'offer_answered' });
    expect(
      approved()
        .when(completed('T1', 'T1'))
        .when(said('T3', 'yes', more))
        .fact('run.requested'),
    ).toMatchObject({ copy: 'offer_answered' });
  });
});

describe('an offer that was replaced', () => {
  const replaced = () => offered().when(said('T2', 'no wait, make it 1003'));

  test('has ended, and can be proposed again as it was', () => {
    expect(replaced().fact('thread.followed')).toMatchObject({ status: 'in_progress', endedAt: NOW });
    const answered = replaced().when(said('T3', 'yes', PRESSED));
    expect(answered.fact('run.requested')).toMatchObject({ copy: 'offer_ended', args: { time: NOW } });
    const again = answered
      .when(completed('T3', 'T3', { question: answered.fact('run.requested').question }))
      .when(said('T4', 'yes', { answerTo: 'T3' }));
    expect(again.fact('run.requested')).toMatchObject({
      template: 'refund_order',
      args: { orderNumber: '1004' },
      consent: { kind: 'asked', rule: 'proposed_again' },
    });
  });
});

test('an unknown button gets the answer that its question is closed', () => {
  expect(
    expired()
      .when(said('T2', 'yes', { answerTo: 'of another conversation' }))
      .fact('run.requested'),
  ).toMatchObject({ copy: 'question_closed' });
});

test('the last eight offers are remembered', () => {
  const offers = Array.from({ length: 10 }, (_, place) => `T${place + 1}`);
  const { endedOffers } = offers.reduce(
    (story, id) =>
      story
        .when(said(id, 'refund order 1004'))
        .when(proposed(id, 'refund_order'))
        .when(suspended(id, id))
        .when(completed(id, id, EXPIRED)),
    chat(),
  ).state;
  expect(endedOffers.map(({ threadId }) => threadId)).toEqual(offers.slice(2));
});
