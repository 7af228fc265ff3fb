import { ROUTING_CATEGORIES, type Fact } from '@arbiter/contracts';
import fc from 'fast-check';
import { PLAIN_DELIVERY } from '../../fixtures/delivery';
import { NOW, askingFor } from '../../fixtures/session-inputs';
import { shopBundle } from '../../fixtures/shop-bundle';
import { evolveSession } from '../state/evolve-session';
import { HANDOFF_QUESTION } from '../state/questions';
import { initialSession, type SessionState } from '../state/session-state';
import { ROUTING_TABLE, categorise } from './categorise';

const running = (threadId: string, intentId: string, args = {}): Fact[] => [
  { name: 'thread.opened', data: { threadId, requestId: threadId } },
  {
    name: 'run.requested',
    data: {
      requestId: threadId,
      sessionId: 'chat',
      threadId,
      channel: 'web',
      messageId: null,
      purpose: 'template',
      intentId,
      template: intentId,
      copy: null,
      follows: null,
      question: null,
      fallback: false,
      args,
      artifacts: 'bundle-1',
      delivery: PLAIN_DELIVERY,
      overtakes: [],
      consent: null,
      replaces: null,
    },
  },
];
const followed = (
  threadId: string,
  status: 'waiting_for_user' | 'workflow_proposed' | 'done',
  question = askingFor('orderNumber'),
): Fact => {
  const proposal = status === 'workflow_proposed';
  const asks = status !== 'done';
  return {
    name: 'thread.followed',
    data: {
      threadId,
      runId: threadId,
      status,
      question: asks ? question : null,
      actionId: proposal ? `${threadId}.act` : null,
      binding: proposal ? 'b' : null,
      askedAt: proposal ? '2026-01-01T00:00:00.000Z' : null,
      outcome: asks ? '' : `the end of ${threadId}`,
    },
  };
};
const waiting = (threadId: string, question = askingFor('orderNumber')) => [
  ...running(threadId, 'order_status'),
  followed(threadId, 'waiting_for_user', question),
];
const approving = (threadId: string) => [
  ...running(threadId, 'refund_order', { orderNumber: '1004' }),
  followed(threadId, 'workflow_proposed', askingFor('go', { expectedType: 'yes_no', prompt: 'Refund 1004?' })),
];
const free = (threadId: string) =>
  waiting(threadId, askingFor('summary', { expectedType: 'freeform', prompt: 'What is the problem?' }));

const session = (...facts: Fact[][]): SessionState => facts.flat().reduce(evolveSession, initialSession());
const route = (text: string, state = session()) =>
  categorise({ requestId: 'now', text, receivedAt: NOW }, state, shopBundle);

test('RT-02, RT-03: the table keeps the order of the categories and names every rule once', () => {
  const categories = ROUTING_TABLE.map(({ category }) => ROUTING_CATEGORIES.indexOf(category));
  expect(categories).toEqual([...categories].sort((one, other) => one - other));
  expect(new Set(categories).size).toBe(ROUTING_CATEGORIES.length);
  expect(new Set(ROUTING_TABLE.map(({ rule }) => rule)).size).toBe(ROUTING_TABLE.length);
});

test('RT-13: "Any luck?" attaches to the last in_progress thread even if another thread has a pending question', () => {
  for (const asking of [waiting('asks'), approving('asks'), free('asks')]) {
    expect(
      route('Any luck?', session(running('older', 'order_status'), running('works', 'refund_order'), asking)),
    ).toMatchObject({
      category: 'status_nudge',
      threadId: 'works',
      action: { copy: 'nudge_in_progress', args: { title: 'refund order' } },
    });
  }
});

test('RT-14: an override beats a pending question', () => {
  for (const asking of [waiting('asks'), approving('asks'), free('asks')]) {
    for (const text of ['actually, forget it', 'stop', 'never mind', 'cancel that']) {
      expect(route(text, session(asking))).toMatchObject({ category: 'override', threadId: 'asks' });
    }
  }
});

test('RT-15: a slot is filled only when the answer fits the expected type', () => {
  const state = session(waiting('asks'));
  expect(route('1002', state)).toMatchObject({
    category: 'answer_to_pending',
    threadId: 'asks',
    action: { do: 'fill_slot', slots: { orderNumber: '1002' } },
  });
  for (const text of ['the blue one', '12', '1002 or 1003', 'where is my order 1002?', 'I want my money back']) {
    expect(route(text, state)).toMatchObject({ category: 'new_request', threadId: 'now' });
  }
});

describe('an override', () => {
  test('speaks of the work under way before a question, and of the latest of each', () => {
    expect(
      route('stop', session(running('one', 'order_status'), running('two', 'order_status'), waiting('asks'))),
    ).toMatchObject({ threadId: 'two' });
    expect(route('stop', session(waiting('one'), approving('two')))).toMatchObject({
      rule: 'override_ends_run',
      threadId: 'two',
    });
    expect(route('stop', session(approving('one'), waiting('two')))).toMatchObject({
      rule: 'override_closes_question',
      threadId: 'two',
    });
  });

  test('with nothing to override and nothing else said finds nothing', () => {
    expect(route('actually, forget it')).toMatchObject({
      category: 'override',
      rule: 'override_finds_nothing',
      action: { copy: 'nothing_to_cancel' },
    });
    expect(route('stop the refund of order 1003')).toMatchObject({ rule: 'override_finds_nothing' });
  });

  test.each(['stop the shipment of 1382', 'please stop sending me newsletters', 'stop the reminders for INV-2002'])(
    'ends nothing where its object is not open: %p is a request of its own',
    (text) => {
      for (const open of [waiting('asks'), approving('asks'), running('works', 'refund_order')])
        expect(route(text, session(open))).toMatchObject({ category: 'new_request', action: { do: 'request' } });
      expect(route('stop the reminders for INV-2002')).toMatchObject({ category: 'new_request' });
    },
  );

  test.each(['stop the refund', 'stop asking me', 'stop this please', 'cancel everything'])(
    'ends its topic: %p',
    (text) => {
      expect(route(text, session(approving('asks')))).toMatchObject({ category: 'override', threadId: 'asks' });
    },
  );

  test('a message about harming oneself comes before everything else', () => {
    for (const open of [waiting('asks'), approving('asks'), free('asks')])
      expect(route('I want to kill myself', session(open))).toMatchObject({
        rule: 'speaks_of_self_harm',
        action: { do: 'offer_person', copy: 'self_harm' },
      });
  });

  test.each(['actually, where is my order 1003?', 'stop, where is my order 1003?'])(
    'with nothing to override leaves the rest of %p to the other rules',
    (text) => {
      expect(route(text)).toMatchObject({
        category: 'new_request',
        action: { do: 'request', request: 'where is my order 1003?' },
      });
    },
  );

  test('with more to say ends the work and asks for the rest', () => {
    expect(route('stop, refund order 1003', session(running('works', 'order_status')))).toMatchObject({
      category: 'override',
      rule: 'override_replaces_work',
      threadId: 'now',
      action: { do: 'end_run', request: 'refund order 1003' },
    });
  });

  test('that steers without asking for anything leaves the work alone', () => {
    expect(route('Actually, I like it', session(running('works', 'order_status')))).toMatchObject({
      category: 'new_request',
    });
    expect(route('actually, thanks', session(running('works', 'order_status')))).toMatchObject({ category: 'filler' });
    expect(route('wait, any update?', session(running('works', 'order_status')))).toMatchObject({
      category: 'status_nudge',
    });
  });

  test('corrects the open question', () => {
    const state = session(running('works', 'order_status', { orderNumber: '1002' }), waiting('asks'));
    expect(route('actually, 1003', state)).toMatchObject({
      rule: 'override_answers_question',
      threadId: 'asks',
      action: { do: 'fill_slot' },
    });
  });

  test('corrects the running topic', () => {
    const state = session(running('works', 'order_status', { orderNumber: '1002' }));
    for (const text of ['no wait, make it 1003', 'Actually, order 1003', '1003 instead']) {
      expect(route(text, state)).toMatchObject({
        category: 'override',
        rule: 'override_changes_slot',
        threadId: 'works',
        action: { slots: { orderNumber: '1003' } },
      });
    }
    expect(route('actually, 1002', state)).not.toMatchObject({ rule: 'override_changes_slot' });
  });

  test('that steers settles an approval, one that ends does not', () => {
    expect(route('actually, yes', session(approving('asks')))).toMatchObject({
      action: { do: 'decide_approval', decision: 'approve' },
    });
    expect(route('actually no', session(approving('asks')))).toMatchObject({
      action: { do: 'decide_approval', decision: 'reject' },
    });
    expect(route('stop, yes', session(approving('asks')))).toMatchObject({ action: { do: 'end_run' } });
  });
});

describe('an answer', () => {
  test('goes to the latest question that it fits', () => {
    const state = session(approving('one'), waiting('two'), approving('three'));
    expect(route('yes', state)).toMatchObject({
      rule: 'answer_says_not_which',
      action: { do: 'say', copy: 'which_approval' },
    });
    expect(route('1002', state)).toMatchObject({ rule: 'answer_fills_slot', threadId: 'two' });
  });

  test('goes to a question of its own kind before one that takes anything', () => {
    expect(route('1002', session(waiting('number'), free('anything')))).toMatchObject({ threadId: 'number' });
    expect(route('My teapot leaks', session(waiting('number'), free('anything')))).toMatchObject({
      threadId: 'anything',
    });
  });

  test('to the offer of a person is a hand-off', () => {
    expect(route('yes', session(waiting('asks', HANDOFF_QUESTION)))).toMatchObject({
      rule: 'answer_decides_handoff',
      action: { isWanted: true },
    });
    expect(route('no thanks', session(waiting('asks', HANDOFF_QUESTION)))).toMatchObject({
      rule: 'answer_decides_handoff',
      action: { isWanted: false },
    });
  });

  test('that is neither yes nor no has the question put again', () => {
    for (const text of ['yes, but only half of it', 'maybe', 'not sure']) {
      expect(route(text, session(approving('asks')))).toMatchObject({
        category: 'filler',
        rule: 'unclear_yes_or_no',
        threadId: 'asks',
        action: { copy: 'yes_no_reprompt' },
      });
    }
  });
});

describe('a nudge', () => {
  test('reports a question, else the latest outcome, else that there is nothing', () => {
    expect(route('?', session(waiting('asks')))).toMatchObject({
      rule: 'nudge_reports_question',
      threadId: 'asks',
      action: { args: { question: 'Which order is it?' } },
    });
    expect(route('any news', session(running('T', 'order_status'), [followed('T', 'done')]))).toMatchObject({
      threadId: 'T',
      action: { args: { outcome: 'the end of T' } },
    });
    expect(route('any update?')).toMatchObject({ rule: 'nudge_finds_nothing', threadId: null });
  });

  test('before its intent is known is told that work is under way', () => {
    expect(
      route('any luck?', session([{ name: 'thread.opened', data: { threadId: 'T', requestId: 'T' } }])),
    ).toMatchObject({ threadId: 'T', action: { copy: 'working' } });
  });

  test('needs its question mark where the words alone mean something else', () => {
    expect(route('hello?', session(running('T', 'order_status')))).toMatchObject({ category: 'status_nudge' });
    expect(route('hello', session(running('T', 'order_status')))).toMatchObject({ category: 'filler' });
    expect(route('so thanks', session(running('T', 'order_status')))).toMatchObject({ category: 'filler' });
    expect(route('hello?')).toMatchObject({ category: 'filler', action: { copy: 'greeting' } });
  });
});

describe('a message that only looks like courtesy', () => {
  test.each([
    ['hi', 'greeting'],
    ['Hello!', 'greeting'],
    ['help', 'help'],
    ['Thanks a lot!', 'thanks_reply'],
    ['ok', 'filler_acknowledged'],
    ['👍', 'filler_acknowledged'],
    ['...', 'filler_acknowledged'],
    ['yes', 'nudge_nothing'],
  ])('%p is answered with %s', (text, copy) => {
    expect(route(text)).toMatchObject({ category: 'filler', action: { do: 'say', copy } });
  });

  test('"great" to an open question has it repeated', () => {
    expect(route('great', session(waiting('asks')))).toMatchObject({
      category: 'filler',
      rule: 'acknowledged_but_not_answered',
      threadId: 'asks',
    });
  });

  test('is a new request when more is said', () => {
    expect(route('hi, where is my order 1002?')).toMatchObject({ category: 'new_request' });
    expect(route('thanks, and refund order 1003')).toMatchObject({ category: 'new_request' });
    expect(route("don't stop", session(running('T', 'order_status')))).toMatchObject({ category: 'new_request' });
  });
});

test('RT-16: the inputs of a decision hold nothing of the text but phrases of the lexicon', () => {
  const { inputs } = route(
    'Actually, SECRET-4711 is what I told you, thanks',
    session(waiting('asks'), running('works', 'order_status', { orderNumber: '1002' })),
  );
  expect(JSON.stringify(inputs)).not.toMatch(/secret|4711|told/i);
  expect(inputs).toMatchObject({
    override: { phrases: ['actually'] },
    threads: { inProgress: 1, waiting: 1, proposed: 0 },
  });
});

test('overrides beat pending questions whatever else is open', () => {
  const parts = { waiting, approving, free, running: (id: string) => running(id, 'order_status') };
  const threads = fc.array(fc.constantFrom(...(Object.keys(parts) as (keyof typeof parts)[])), {
    minLength: 1,
    maxLength: 6,
  });
  fc.assert(
    fc.property(
      threads,
      fc.constantFrom('stop', 'actually, forget it', 'never mind', 'no wait', 'cancel that, please'),
      (open, text) => {
        expect(route(text, session(...open.map((part, index) => parts[part](`T${index}`))))).toMatchObject({
          category: 'override',
        });
      },
    ),
  );
});

test('every text is given exactly one category, twice the same', () => {
  const words = fc.constantFrom(
    'stop',
    'yes',
    'no',
    "don't",
    'actually',
    'order',
    '1002',
    '?',
    ',',
    'refund',
    'any luck',
    'thanks',
    '"',
    "'",
    'but',
    '👍',
  );
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(words, { maxLength: 12 }).map((parts) => parts.join(' ')),
  );
  const state = session(running('works', 'order_status', { orderNumber: '1002' }), approving('asks'), free('free'));
  fc.assert(fc.property(text, (said) => expect(route(said, state)).toEqual(route(said, state))));
});
