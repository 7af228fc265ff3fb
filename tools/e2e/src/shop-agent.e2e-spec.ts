import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { RecordingModel, type Given } from './recording-model';
import { TestSystem, eventually } from './test-system';

const SHOP = join(__dirname, '../../../deploy/tenants/shop');
const LIST = 'shop-orders-list';
const LOOKUP = 'shop-order-get';
const DEARER = 'Which of my last two orders was dearer?';
const ON_ITS_WAY = 'Is anything of mine still on its way, and can I still change its address?';

interface Order {
  readonly orderNumber: string;
  readonly status: string;
  readonly total: number;
  readonly currency: string;
}

/** What its calls brought, as the model is told. */
const resultsIn = ({ notes }: Given): readonly Record<string, unknown>[] =>
  notes.flatMap((note) => {
    const [, data] = note.split(':\n');
    return data === undefined ? [] : [(JSON.parse(data) as { data: { result: Record<string, unknown> } }).data.result];
  });
const listedIn = (given: Given): readonly Order[] => (resultsIn(given)[0]?.['orders'] ?? []) as readonly Order[];
const lookedUp = (given: Given): readonly Order[] => resultsIn(given).slice(1) as unknown as readonly Order[];

/** Lists the orders, and looks up those that the question is about. */
const looking = (about: (orders: readonly Order[]) => readonly Order[]) => (given: Given) => {
  if (given.tools.length === 0) return [];
  if (given.notes.length === 0) return [{ name: LIST, args: {} }];
  const next = about(listedIn(given))[given.notes.length - 1];
  return next === undefined ? [] : [{ name: LOOKUP, args: { orderNumber: next.orderNumber } }];
};

const onTheirWay = (orders: readonly Order[]) => orders.filter(({ status }) => status === 'shipped').slice(0, 1);
const saidOf = (orders: readonly Order[]): string =>
  orders.map(({ orderNumber }) => `Order ${orderNumber} is on its way.`).join(' ');
/** Nothing is written about it, and the agent lists the orders. */
const FOUND_NOTHING: readonly object[] = [
  { stepId: 'find', error: { code: 'nothing_found' } },
  { stepId: 'work', title: "Looks into the customer's orders" },
  { stepId: 'work.1', status: 'completed' },
];

/** The demo shop as it is, by the two-stage route. */
async function opened(environment: Readonly<Record<string, string>>) {
  const arbiter = await TestSystem.open({
    tenants: [SHOP],
    environment: { TWO_STAGE_ENABLED: 'true', ...environment },
  });
  const post = async (text: string, route: string): Promise<string> => {
    const response = await fetch(`${arbiter.system.httpUrl}/api/chat/${route}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ sessionId: randomUUID(), userId: 'C-0001', text, messageId: randomUUID() }),
    });
    return ((await response.json()) as { requestId: string }).requestId;
  };
  const send = async (text: string, route = 'messages_two_stage') => arbiter.ended(await post(text, route));
  return { arbiter, post, send };
}

describe('the agent of the demo shop with a language model (TP-15)', () => {
  let model: RecordingModel;
  let shop: Awaited<ReturnType<typeof opened>>;
  beforeAll(async () => {
    model = await RecordingModel.open();
    shop = await opened({ ARBITER_MODEL_URL: model.url, ARBITER_MODEL: 'llama' });
  });
  afterAll(async () => {
    await shop?.arbiter.close();
    await model.close();
  });

  it('says which of the last two orders was dearer, and tells each look-up', async () => {
    model.call = looking((orders) => orders.slice(0, 2));
    const wrong: string[] = [];
    model.say = (given) => {
      const orders = lookedUp(given);
      const [less, more] = orders.toSorted((one, other) => one.total - other.total).map((one) => one.orderNumber);
      wrong.push(`Order ${less} was dearer than order ${more}.`);
      return [
        `Order ${more} was dearer than order ${less}.`,
        ...wrong,
        ...orders.map(
          ({ orderNumber, total, currency }) => `Order ${orderNumber} cost ${total.toFixed(2)} ${currency}.`,
        ),
      ].join(' ');
    };
    const run = await shop.send(DEARER);
    expect(run).toMatchObject({
      status: 'ok',
      header: {
        steps: FOUND_NOTHING.concat(['work.2', 'work.3'].map((stepId) => ({ stepId, status: 'completed' }))),
      },
    });
    expect(String(run['reply']).match(/Order \d{4} cost \d+\.\d\d EUR\./g)).toHaveLength(2);
    expect(String(run['reply']).match(/dearer/g)).toHaveLength(1);
    expect(run['reply']).not.toContain(wrong[0]);
    // What a vendor sends beside the declared result is shown to no reader.
    expect(run['reply']).not.toMatch(/customerId|Minor/);
  });

  it('says what is still on its way, and whether its address can be changed, with its sources (EX-08)', async () => {
    model.call = looking(onTheirWay);
    let written = '';
    let invented = '';
    model.say = (given) => {
      const orders = lookedUp(given);
      const passages = given.data['knowledge'] as readonly { readonly section: string; readonly text: string }[];
      const { text = '' } = passages.find(({ section }) => section === 'Changing the address') ?? {};
      written = text
        .match(/[^.]+\./g)!
        .at(-1)!
        .trim();
      invented = `You can change the address of order ${orders[0]!.orderNumber}.`;
      return `${saidOf(orders)} ${written} ${invented}`;
    };
    const run = await shop.send(ON_ITS_WAY);
    const completed = ['find', 'work.1', 'work.2'].map((stepId) => ({ stepId, status: 'completed' }));
    expect(run).toMatchObject({
      status: 'ok',
      header: { steps: [completed[0], { stepId: 'work' }, ...completed.slice(1)] },
    });
    expect(run['reply']).toContain('Order 1002 is on its way.');
    expect(written).toContain('on its way cannot be changed');
    expect(run['reply']).toContain(written);
    expect(run['reply']).not.toContain(invented);
    expect(run['sources']).toContainEqual(expect.objectContaining({ section: 'Changing the address' }));
  });

  it('says what the shop has written about it too, with its sources (EX-08)', async () => {
    model.call = looking(onTheirWay);
    let written = '';
    model.say = (given) => {
      const [passage] = given.data['knowledge'] as readonly { readonly text: string }[];
      [written] = passage!.text.match(/[^.]+\./)!;
      return `${saidOf(lookedUp(given))} ${written}`;
    };
    const run = await shop.send(
      'Is any order of mine still on its way, and how long does delivery within Germany take?',
    );
    expect(run).toMatchObject({ status: 'ok', sources: [{ section: 'How long delivery takes' }, {}] });
    expect(run['reply']).toContain(written.trim());
    expect(run['reply']).toContain('Order 1002 is on its way.');
  });

  it('leaves a deed to its template', async () => {
    model.propose = () => ({ intentId: 'refund_order', confidence: 0.95, slots: { orderNumber: '1004' } });
    const runId = await shop.post('Refund order 1004 please', 'messages_two_stage');
    await eventually('the person to be asked', () => shop.arbiter.count('run.suspended', runId));
    expect(await shop.arbiter.count('agent.requested', runId)).toBe(0);
    expect(await shop.arbiter.count('plan.accepted', '"template":"refund_order"')).toBe(1);
  });
});

describe('the agent of the demo shop without a language model', () => {
  let shop: Awaited<ReturnType<typeof opened>>;
  beforeAll(async () => {
    shop = await opened({});
  });
  afterAll(() => shop?.arbiter.close());

  it.each([DEARER, ON_ITS_WAY, 'Compare things with one another for me'])(
    'does nothing: "%s" is answered as by the usual route',
    async (text) => {
      const [twoStage, usual] = [await shop.send(text), await shop.send(text, 'messages')];
      const told = ({ reply, template, status }: Record<string, unknown>) => ({ reply, template, status });
      expect(told(twoStage)).toEqual(told(usual));
    },
  );
});
