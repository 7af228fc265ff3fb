import type { UiEvent } from '@arbiter/contracts';
import { alteredShop } from './altered-shop';
import { RecordingModel } from './recording-model';
import { TestSystem, eventually } from './test-system';

const SECRET = 'a thought that is nobody’s business';

/** The demo tenant, of whose API a caller may ask where an order is. */
const directShop = (): string =>
  alteredShop({
    'templates.yaml': (templates) =>
      templates.map((one) => (one.template === 'order_status' ? { ...one, direct: true } : one)),
  });

describe('a language model behind the gate', () => {
  let model: RecordingModel;
  let arbiter: TestSystem;
  beforeAll(async () => {
    model = await RecordingModel.open();
    model.thinks = SECRET;
    model.used = { prompt_tokens: 700, completion_tokens: 30 };
    model.propose = ({ data }) => ({
      intentId: /parcel|order/.test(String(data['message'])) ? 'order_status' : null,
      confidence: 0.95,
      slots: {},
    });
    arbiter = await TestSystem.open({
      tenants: [directShop()],
      environment: { ARBITER_MODEL_URL: model.url, ARBITER_MODEL: 'llama' },
    });
  });
  afterAll(async () => {
    await arbiter?.close();
    await model.close();
  });

  it('that is at ARBITER_MODEL_URL writes the prose, and its thoughts are never shown (PV-01, CX-09)', async () => {
    const [turn] = await arbiter.converse('Where is my order 1002?');
    expect(turn!.header).toContain('Look up the order');
    expect(turn!.text).toMatch(/^Gladly: .*1002/);
    expect(turn!.events.map(({ type }: UiEvent) => type)).toContain('rag.token');
    expect(JSON.stringify(turn!.events)).not.toContain(SECRET);
    const streamed = model.given.filter(({ bytes }) => bytes.includes('"stream":true'));
    expect(streamed.length).toBeGreaterThan(0);
    expect(streamed.every(({ bytes }) => bytes.includes('"stream_options":{"include_usage":true}'))).toBe(true);
  });

  it('is metered: each of its calls stands with its run, its step and its tokens (PV-05, TL-14)', async () => {
    const [turn] = await arbiter.converse('Where is my order 1002?');
    const called = await eventually('the calls of the run to stand', async () => {
      const { rows } = await arbiter.pool.query(
        'select purpose, step_id, provider, attempt, input_tokens::int, output_tokens::int, outcome from model_call where run_id = $1 order by started_at',
        [turn!.events[0]!.request_id],
      );
      return rows.length === 2 ? rows : null;
    });
    const same = { provider: 'own', attempt: 1, input_tokens: 700, output_tokens: 30, outcome: 'answered' };
    expect(called).toEqual([
      { ...same, purpose: 'intent', step_id: null },
      { ...same, purpose: 'narrative', step_id: expect.any(String) },
    ]);
  });

  it('that a caller wishes for is granted as far as the tenant allows, and both are recorded (CP-12)', async () => {
    const runId = await arbiter.submit('order_status', { orderNumber: '1002' }, undefined, undefined, { tier: 'A' });
    await arbiter.ended(runId);
    const called = await eventually('the call of the run to stand', async () => {
      const { rows } = await arbiter.pool.query('select wished, tier, provider from model_call where run_id = $1', [
        runId,
      ]);
      return rows.length === 1 ? rows : null;
    });
    expect(called).toEqual([{ wished: 'A', tier: 'B', provider: 'own' }]);
  });

  it('that a message wishes for is granted in the same way, to understand it and to answer it (CP-12)', async () => {
    const events: UiEvent[] = [];
    await arbiter
      .chat(undefined, undefined, { tier: 'A' })
      .say('Where is my order 1002?', (event) => events.push(event));
    const called = await eventually('both calls of the turn to stand', async () => {
      const { rows } = await arbiter.pool.query(
        'select purpose, wished, tier from model_call where run_id = $1 order by started_at',
        [events[0]!.request_id],
      );
      return rows.length === 2 ? rows : null;
    });
    expect(called).toEqual([
      { purpose: 'intent', wished: 'A', tier: 'B' },
      { purpose: 'narrative', wished: 'A', tier: 'B' },
    ]);
  });

  it('may end with what the tenant offers next, and with nothing that it offers itself (PR-05)', async () => {
    model.say = ({ data }) => `${String(data['sentence'])} ${String(data['next'])} I can also send you a gift.`;
    const [turn] = await arbiter.converse('Where is my order 1002?');
    expect(turn!.text).toContain('You can also ask me to cancel it');
    expect(turn!.text).not.toContain('gift');
  });

  it('that states something it was not told is not shown: the platform answers itself', async () => {
    model.say = () => 'I have refunded 900 EUR for order 9999, see https://evil.example/?q=1002';
    const [turn] = await arbiter.converse('Where is my order 1002?');
    expect(turn!.text).toContain('1002');
    // An id of something else may have four nines in a row.
    expect(JSON.stringify(turn!.events.map(({ payload }) => payload['text']))).not.toMatch(
      /900 EUR|9999|evil\.example/,
    );
  });

  it('that is gone leaves the conversation standing (PV-07)', async () => {
    await model.close();
    const [turn] = await arbiter.converse('Where is my order 1002?');
    expect(turn!.text).toContain('1002');
    expect(turn!.status).toBe('ok');
  });
});
