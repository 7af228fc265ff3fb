import type { Consent, Fact } from '@arbiter/contracts';
import { NOW, askingFor } from '../../fixtures/session-inputs';
import { threadWith } from '../../fixtures/session-threads';
import { shopBundle } from '../../fixtures/shop-bundle';
import { evolveSession } from '../state/evolve-session';
import { HANDOFF_QUESTION } from '../state/questions';
import { initialSession, type SessionState } from '../state/session-state';
import { categorise } from './categorise';

const clear: Consent = { kind: 'clear', rule: 'plainly_asked_for', requestId: 'r' };
const asked = (rule: string): Consent => ({ kind: 'asked', rule, requestId: 'r' });

const upon = (consent: Consent, facts: readonly Fact[]): readonly Fact[] =>
  facts.map((fact) => (fact.name === 'run.requested' ? { ...fact, data: { ...fact.data, consent } } : fact));

/** A deed that waits for a yes, upon this consent. */
function waiting(
  threadId: string,
  {
    consent = clear,
    orderNumber = '1582',
    amount = '35.85',
  }: { consent?: Consent; orderNumber?: string; amount?: string } = {},
): readonly Fact[] {
  const question = askingFor('yes', {
    expectedType: 'yes_no',
    prompt: `Shall I refund ${amount} EUR for order ${orderNumber}?`,
  });
  return upon(consent, threadWith(threadId, 'refund_order', { orderNumber }, { proposes: question }));
}

const session = (...facts: readonly (readonly Fact[])[]): SessionState =>
  facts.flat().reduce(evolveSession, initialSession());

const route = (text: string, state: SessionState) =>
  categorise({ requestId: 'now', text, receivedAt: NOW }, state, shopBundle);

const decided = (text: string, state: SessionState) => {
  const { action } = route(text, state);
  return action.do === 'decide_approval' ? action : null;
};
const approves = (text: string, state: SessionState): readonly string[] =>
  decided(text, state)?.decision === 'approve' ? decided(text, state)!.threads.map(({ threadId }) => threadId) : [];

const ACKNOWLEDGEMENTS = [
  'ok, thx',
  'ok thanks',
  'ok bye',
  'fine, cool',
  'great',
  'perfect, thank you',
  'thanks, bye',
  'oh, ok',
  'got it',
  'thank you, got it',
  "that's great, thanks",
  "it's fine",
];

describe('AP-08: an acknowledgement is no consent', () => {
  test.each(ACKNOWLEDGEMENTS)('%p does nothing and has the question put again, whoever asked for the deed', (text) => {
    for (const consent of [clear, asked('not_plainly_asked_for')])
      expect(approves(text, session(waiting('it', { consent })))).toEqual([]);
  });

  test.each(['ok', 'okay, please', 'ok, 1582', "that's great"])(
    '%p by itself agrees to what this person asked for, and to nothing else',
    (text) => {
      expect(approves(text, session(waiting('it')))).toEqual(['it']);
      expect(approves(text, session(waiting('it', { consent: asked('changed') })))).toEqual(['it']);
      for (const rule of ['not_plainly_asked_for', 'told_elsewhere', 'proposed_again', 'chosen_from_list'])
        expect(route(text, session(waiting('it', { consent: asked(rule) })))).toMatchObject({
          rule: 'answer_is_no_consent',
          action: { copy: 'yes_no_reprompt' },
        });
    },
  );

  test.each(['ok', 'ok bye', 'fine', 'great, thanks'])('%p brings in nobody who was only offered', (text) => {
    const offered = session(threadWith('it', 'order_status', {}, { waitsFor: HANDOFF_QUESTION }));
    expect(route(text, offered).action.do).toBe('say');
  });
});

describe('AP-08: a yes that names something else is none', () => {
  test.each([
    'yes, 1580',
    'yes, 99999',
    'yes, 5.50',
    'yes, 1582 euros',
    'yes, 35.85 dollars',
    'yes, 35.85 percent',
    'yes, ticket 35.85',
    'yes, order 35',
    'yes, two',
    'yes, undo the refund',
    'yes, open a ticket',
    'yes, refunded',
    'yes, send it',
    'yes, the second',
    'yes, both',
    'yes, everything',
    'yes, to my new account',
  ])('%p', (text) => {
    expect(approves(text, session(waiting('it')))).toEqual([]);
  });

  test.each([
    'yes, 1582',
    'yes, order 1582',
    'yes, 35.85',
    'yes, 35,85 EUR',
    'yes, refund 35.85 euros of order 1582',
    'yes, refund it',
    'yes, give me my money back',
    'yes, the first one',
  ])('%p names the same', (text) => {
    expect(approves(text, session(waiting('it')))).toEqual(['it']);
  });

  test('where the question holds more numbers than the deed, none of them is taken for its amount', () => {
    const state = session(waiting('it', { amount: '1 of 35.85' }));
    expect(approves('yes, 35.85', state)).toEqual([]);
    expect(approves('yes, 1582', state)).toEqual(['it']);
  });

  test('a number alone beside a yes has the question put again', () => {
    expect(route('yes, 5.50', session(waiting('it')))).toMatchObject({ rule: 'answer_is_no_consent' });
  });
});

describe('with two open', () => {
  const both = session(waiting('one', { orderNumber: '1003' }), waiting('two', { orderNumber: '1004' }));

  test.each([
    ['yes to 1003, no to 1004', 'one', 'two'],
    ['no to 1003, yes to 1004', 'two', 'one'],
    ['yes to 1004 and no to 1003', 'two', 'one'],
    ['1004 yes, 1003 no', 'two', 'one'],
    ['the second yes, the first no', 'two', 'one'],
    ['yes to the first one, but no to the second', 'one', 'two'],
  ])('%p does what it says', (text, approved, rejected) => {
    const action = decided(text, both);
    expect(action).toMatchObject({ decision: 'approve', threads: [{ threadId: approved }] });
    expect(action!.otherwise).toMatchObject([{ threadId: rejected }]);
  });

  test.each([
    'yes, no',
    'yes to 1003, no to 1005',
    'the second yes, the third no',
    'yes to the refund, no to the refund',
  ])('%p is asked about', (text) => {
    expect(decided(text, both)).toBeNull();
  });

  test('each of several is named by a value that only it has', () => {
    expect(approves('yes to 1003 and 1004', both)).toEqual(['one', 'two']);
    expect(approves('yes to the first and the second', both)).toEqual(['one', 'two']);
    expect(approves('yes to the first and the third', both)).toEqual([]);
    expect(approves('yes, 35.85', both)).toEqual([]);
  });
});

describe('what a yes is for', () => {
  const withdrawn = (state: SessionState, copy: string): SessionState => ({
    ...state,
    turns: { ...state.turns, put: state.turns.put && { ...state.turns.put, since: copy } },
  });

  test.each(['cancelled', 'rejected', 'deed_not_done'])('after %s it is to nothing else that is open', (copy) => {
    expect(route('yes', withdrawn(session(waiting('it')), copy))).toMatchObject({
      rule: 'answer_is_no_consent',
      action: { copy: 'yes_no_reprompt' },
    });
  });

  test('with nothing open there is nothing to say yes to', () => {
    for (const text of ['yes', 'yes please', 'do it'])
      expect(route(text, initialSession())).toMatchObject({ category: 'filler', action: { copy: 'nudge_nothing' } });
    expect(route('sounds good', initialSession())).toMatchObject({ action: { copy: 'filler_acknowledged' } });
  });

  test('a yes or no that an older question waits for has that question put again', () => {
    const state = session(
      threadWith(
        'old',
        'create_ticket',
        {},
        { waitsFor: askingFor('urgent', { expectedType: 'yes_no', prompt: 'Urgent?' }) },
      ),
      waiting('new'),
    );
    expect(approves('yes', state)).toEqual(['new']);
    expect(
      route('yes', session(waiting('done'), threadWith('old', 'create_ticket', {}, { waitsFor: HANDOFF_QUESTION })))
        .action,
    ).not.toMatchObject({ do: 'decide_approval' });
  });
});

describe('a number for an older question than the one on the table', () => {
  const state = session(
    upon(clear, threadWith('refund', 'refund_order', {}, { waitsFor: askingFor('orderNumber') })),
    threadWith('ticket', 'create_ticket', {}, { waitsFor: askingFor('summary', { expectedType: 'freeform' }) }),
  );

  test('asks which is meant, and the name of the topic puts its question', () => {
    expect(route('1003', state)).toMatchObject({ rule: 'answer_to_older_question', action: { copy: 'which_one' } });
    const asking = { ...state, turns: { ...state.turns, put: { threadId: 'ticket', since: 'which_one' } } };
    expect(route('the refund', asking)).toMatchObject({ rule: 'answer_says_which', threadId: 'refund' });
  });

  test('goes to it when the text names it', () => {
    expect(route('about the refund: 1003', state)).toMatchObject({ threadId: 'refund', action: { do: 'fill_slot' } });
  });
});

describe('told to go on', () => {
  test.each([
    'stop asking and just do it',
    'please stop asking me questions and do it',
    'forget the questions, go ahead',
  ])('%p ends nothing and does nothing: the question is put again', (text) => {
    expect(route(text, session(waiting('it')))).toMatchObject({
      category: 'answer_to_pending',
      action: { copy: 'yes_no_reprompt' },
    });
  });

  test.each(['stop', 'stop it please', "stop, don't do it", 'forget it'])('%p still ends it', (text) => {
    expect(route(text, session(waiting('it')))).toMatchObject({ category: 'override', action: { do: 'end_run' } });
  });
});
