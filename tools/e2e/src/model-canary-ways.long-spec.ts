import { RecordingModel, type Given } from './recording-model';
import { TELLING, textsIn, toldOf } from './personal/telling-part';
import { waysOfWriting, type Way } from './personal/ways-of-writing';
import { TestSystem } from './test-system';

const CHATS_AT_ONCE = 4;

let model: RecordingModel;
let arbiter: TestSystem;
beforeAll(async () => {
  model = await RecordingModel.open();
  arbiter = await TestSystem.open({ environment: { ARBITER_MODEL_URL: model.url, ARBITER_MODEL: 'llama' } });
});
afterAll(async () => {
  await arbiter?.close();
  await model.close();
});

/** Writes down whatever it reads, so that it comes back in the next prompt. */
const writesItDown = ({ data }: Given): object => {
  const message = String(data['message']);
  return /\b(?:1002|1003)\b/.test(message)
    ? { intentId: 'order_status', confidence: 0.95, slots: { orderNumber: /\b(?:1002|1003)\b/.exec(message)![0] } }
    : { intentId: 'create_ticket', confidence: 0.95, slots: { summary: message } };
};

/** Everything in a request to the model but its headers. */
const shownBy = ({ bytes }: Given): readonly string[] =>
  textsIn(nested(JSON.parse(bytes.slice(bytes.indexOf('\n{') + 1))));

/** A text that is JSON itself is read as such: an escape hides nothing. */
const nested = (value: unknown): unknown => {
  if (typeof value === 'string' && /^\s*[[{]/.test(value)) return [value, JSON.parse(value) as unknown];
  if (value === null || typeof value !== 'object') return value;
  return Object.values(value).map(nested);
};

/** Has these chats, a few at once, and gives those whose value was told over all that the model was shown meanwhile. */
async function toldIn(ways: readonly Way[], linesOf: (way: Way) => readonly string[]): Promise<readonly object[]> {
  const told: object[] = [];
  for (let at = 0; at < ways.length; at += CHATS_AT_ONCE) {
    const before = model.given.length;
    const some = ways.slice(at, at + CHATS_AT_ONCE);
    await Promise.all(some.map((way) => arbiter.converse(...linesOf(way))));
    const shown = model.given.slice(before).flatMap(shownBy);
    for (const { value, writing, text } of some)
      if (toldOf(value, shown) >= TELLING)
        told.push({ writing, text, shown: shown.filter((one) => toldOf(value, [one]) > 0) });
  }
  return told;
}

describe('personal values in more than 200 ways of writing them (CX-03, CX-04)', () => {
  const ways = waysOfWriting();
  beforeAll(() => (model.propose = writesItDown));

  it('are told to no model, in all prompts of a chat together: of none eight letters or digits', async () => {
    expect(ways.length).toBeGreaterThan(200);
    const before = model.given.length;
    expect(await toldIn(ways, ({ text }) => [text, 'Where is my order 1002?'])).toEqual([]);
    expect(model.given.length - before).toBeGreaterThan(ways.length);
  }, 900_000);

  it('are told to none beside a question that waits for its yes', async () => {
    const some = ways.filter((_, place) => place % 5 === 0);
    const lines = ({ text }: Way) => ['open a ticket', text, 'yes', 'Where is my order 1002?'];
    expect(await toldIn(some, lines)).toEqual([]);
  }, 900_000);

  it('hide nothing else: numbers of orders, invoices and parcels, amounts and days reach the model', async () => {
    const ordinary = [
      'Something is odd with my invoice INV-2026-00417 of 2026-11-22 about 1.234,56 EUR',
      'The parcel 00340434161094042557 never came, it was sent on 22.11.2026 at 14:30',
      'My code 123456 is refused, and so is 20417',
    ];
    const before = model.given.length;
    for (const line of ordinary) await arbiter.converse(line);
    const shown = model.given.slice(before).map(({ data }) => data['message']);
    expect(shown).toEqual(expect.arrayContaining(ordinary));
  });
});

describe('a number with an order beside it', () => {
  const refundsOf = async () => (await arbiter.ledger()).filter(({ route }) => route.includes('refund')).length;

  it('refunds nothing, whatever a model makes of it, and two orders are two (nothing unasked)', async () => {
    model.propose = () => ({ intentId: 'refund_order', confidence: 0.99, slots: { orderNumber: '1003' } });
    const before = await refundsOf();
    const [turn] = await arbiter.converse('refund 1003 4012 8888 8888 1881');
    expect(turn!.text).toMatch(/which/i);
    expect(await refundsOf()).toBe(before);
    const [both] = await arbiter.converse('refund 1003 and 1004');
    expect(JSON.stringify(both!.events)).toMatch(/100[34]/);
  });
});
