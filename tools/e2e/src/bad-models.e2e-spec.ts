import { randomUUID } from 'node:crypto';
import { mostAsks, type UiEvent } from '@arbiter/contracts';
import { createParser } from 'eventsource-parser';
import type { Called, RecordingModel } from './recording-model';
import { OFFERED, OFFERED_REFUND, openModelledShop, type ModelledShop } from './shop-with-agents';
import { eventually, type TestSystem } from './test-system';
import { runTool } from './tool';

/** The usual budget of an agent. */
const BUDGET = { cycles: 3, refusals: 3 };
/** None of it is true: nothing was paid back, and no such status or amount stands in a result. */
const LIES = [
  'Your order was refunded.',
  'I have paid 500 EUR back to you.',
  'Order 1001 was lost.',
  'The total is 777.77 EUR.',
  'We will call you tomorrow.',
];
const ANY = { orderNumber: '1001' };

interface BadModel {
  readonly plays: (model: RecordingModel) => void;
  /** of how many calls there are outcomes */
  readonly calls: number;
}

const calls =
  (...all: readonly (Called | readonly Called[])[]) =>
  (model: RecordingModel): void => {
    let asks = 0;
    model.call = () => [all[asks++ % all.length]!].flat();
  };
const says = (words: string) => (model: RecordingModel) => void (model.say = () => words);
const looksUp = (args: object | string): Called => ({ name: OFFERED, args });

/** By what they do, on the wire. */
const KINDS: Readonly<Record<string, BadModel>> = {
  'never stops': {
    calls: 3,
    plays: (model) => {
      let number = 1_001;
      model.call = () => [looksUp({ orderNumber: String(number++) })];
    },
  },
  'makes one call in ever new spellings': {
    calls: 1,
    plays: calls(
      looksUp('{"orderNumber":"1001"}'),
      looksUp('{ "orderNumber" : " 1001 " }'),
      looksUp('{"orderNumber":"\uFF11\uFF10\uFF10\uFF11"}'),
      looksUp('{"note":null,"orderNumber":"1001.0"}'),
    ),
  },
  'makes 50 calls at once': {
    calls: 3,
    plays: (model) => {
      let asks = 0;
      model.call = () => Array.from({ length: 50 }, (_, index) => looksUp({ orderNumber: `${asks++ * 50 + index}` }));
    },
  },
  'breaks off within its arguments': {
    calls: 0,
    plays: (model) => {
      model.ends = 'torn';
      model.call = () => [looksUp(ANY)];
    },
  },
  'writes arguments that are no JSON': { calls: 0, plays: calls(looksUp('{"orderNumber":'), looksUp('1001')) },
  'calls tools that it does not have': {
    calls: 0,
    plays: calls({ name: 'shop-mail-send', args: { text: LIES[0]! } }, { name: '__proto__', args: {} }),
  },
  'sends arguments that do not fit': {
    calls: 0,
    plays: calls(looksUp({}), looksUp({ order: '1001' }), looksUp({ orderNumber: 1_001, more: true })),
  },
  'answers nothing': { calls: 0, plays: says('') },
  'never ends its text': {
    calls: 0,
    plays: (model) => {
      model.ends = 'endless';
      model.say = () => LIES.join(' ');
    },
  },
  'never ends its arguments': {
    calls: 0,
    plays: (model) => {
      model.ends = 'endless';
      model.call = () => [looksUp(`{"orderNumber":"${'1001'.repeat(500)}"}`)];
    },
  },
  'writes more arguments than a message holds': {
    calls: 0,
    plays: calls(looksUp({ orderNumber: '1'.repeat(3_000_000) })),
  },
  'writes what no event can hold': {
    calls: 0,
    plays: (model) => {
      const all = [
        looksUp('{"orderNumber":"\\ud800"}'),
        looksUp('{"orderNumber":"\\u0000"}'),
        looksUp('{"orderNumber":1e999}'),
        { name: 'shop-\u0000-\ud800', args: '{}' },
      ];
      let asks = 0;
      model.call = () => [all[asks++]].flatMap((call) => call ?? []);
      model.say = () => `\u0000 \ud800 ${LIES[0]}`;
    },
  },
  'lies before it has looked anything up': { calls: 0, plays: says(LIES.join(' ')) },
  'lies about what it looked up': {
    calls: 1,
    plays: (model) => {
      model.call = ({ notes }) => (notes.length === 0 ? [looksUp(ANY)] : []);
      model.say = () => LIES.join(' ');
    },
  },
  'leaks its thoughts in tags': {
    calls: 0,
    plays: (model) => {
      model.thinks = LIES.join(' ');
      model.say = () => 'Hello.';
    },
  },
  'leaks its thoughts in parts of their own': {
    calls: 0,
    plays: (model) => {
      model.reasons = LIES.join(' ');
      model.say = () => 'Hello.';
    },
  },
  'leaks its thoughts without saying where they begin': { calls: 0, plays: says(`${LIES.join(' ')}</think>Hello.`) },
};

describe('an agent whose model', () => {
  let shop: ModelledShop;
  let model: RecordingModel;
  let arbiter: TestSystem;
  beforeAll(async () => {
    shop = await openModelledShop();
    ({ model, arbiter } = shop);
  });
  afterAll(() => shop?.close());
  beforeEach(() => {
    model.given.length = 0;
    model.call = () => [];
    model.say = () => '';
    [model.thinks, model.reasons, model.ends] = ['', '', 'whole'];
  });

  /** Everything that the person is shown of a run, and the messages among it. */
  const shown = async (runId: string) => {
    const text = await (await fetch(`${arbiter.system.httpUrl}/api/runs/${runId}/events`)).text();
    const events: UiEvent[] = [];
    createParser({ onEvent: ({ data }) => events.push(JSON.parse(data) as UiEvent) }).feed(text);
    const messages = events.filter(({ type }) => type === 'rag.message').map(({ payload }) => payload['text']);
    return { text, messages };
  };

  it.each(Object.entries(KINDS))(
    '%s ends within its formula, is told of truly, and changes nothing',
    async (_, kind) => {
      kind.plays(model);
      const runId = await arbiter.submit('ask_cashier', { wish: 'Pay 1001 back.' });
      const { status, reply, header } = (await arbiter.ended(runId)) as {
        status: string;
        reply: string;
        header: { steps: readonly { stepId: string; status: string }[] };
      };
      expect(['ok', 'error']).toContain(status);
      const asked = model.given.filter(({ data }) => 'wish' in data).length;
      expect(asked).toBeGreaterThan(0);
      expect(asked).toBeLessThanOrEqual(mostAsks(BUDGET));
      // None is asked twice: whatever the model answers can be decided on.
      expect(await arbiter.count('agent.asked', runId)).toBe(asked);
      const made = header.steps.filter(({ stepId }) => stepId.startsWith('work.'));
      expect(made).toHaveLength(kind.calls);
      expect(await arbiter.count('action.requested', runId)).toBe(kind.calls);
      expect(made.filter((step) => step.status === 'completed')).toHaveLength(
        await arbiter.count('action.succeeded', runId),
      );
      const { text, messages } = await shown(runId);
      expect(LIES.filter((lie) => text.includes(lie))).toEqual([]);
      expect(messages.filter((message) => message === reply)).toHaveLength(1);
      expect(await arbiter.ledger()).toEqual([]);
    },
  );

  it('wants 50 refunds at once makes none without a yes: one is asked about, and refused (AG-13)', async () => {
    model.call = ({ notes }) =>
      notes.length > 0
        ? []
        : Array.from({ length: 50 }, (__, index) => ({
            name: OFFERED_REFUND,
            args: { orderNumber: '1003', amount: index + 1 },
          }));
    model.say = () => LIES[0]!;
    const key = randomUUID();
    const runId = await arbiter.submit('ask_cashier', { wish: 'Pay 1003 back.' }, 'C-0001', key);
    await eventually('the person to be asked', () => arbiter.count('run.suspended', runId));
    await arbiter.chat('C-0001', `run-${key}`).say('no');
    expect(await arbiter.ended(runId)).toMatchObject({
      header: { steps: [{ stepId: 'work' }, { stepId: 'work.1', status: 'rejected' }] },
    });
    expect(await arbiter.count('action.requested', runId)).toBe(1);
    expect((await shown(runId)).text).not.toContain(LIES[0]);
    expect(await arbiter.ledger()).toEqual([]);
  });

  it('was any of these is replayed without one, decision by decision (RT-16)', async () => {
    model.given.length = 0;
    const { code, output } = await runTool(arbiter, 'main', '--all', '--verify');
    expect([code, code === 0 ? '' : output]).toEqual([0, '']);
    expect(JSON.parse(output.trim().split('\n').at(-1)!)).toMatchObject({ changed: 0, differing: 0 });
    expect(model.given).toEqual([]);
  });
});
