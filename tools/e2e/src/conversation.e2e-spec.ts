import { HUMAN_HANDOFF_SENTENCE } from '@arbiter/contracts';
import { TestSystem, eventually, type SharedTestSystem } from './test-system';

describe('a conversation', () => {
  let arbiter: SharedTestSystem;

  beforeAll(async () => {
    arbiter = await TestSystem.borrow();
  });
  afterAll(() => arbiter.close());

  it('answers where an order is, header first, then prose (EV-02)', async () => {
    const [turn] = await arbiter.converse('Where is my order 1002?');
    expect(turn!.status).toBe('ok');
    expect(turn!.header).toContain('✓');
    expect(turn!.text).toContain('1002');
    const types = turn!.events.map((event) => event.type);
    expect(types[0]).toBe('rag.started');
    expect(types.at(-1)).toBe('rag.done');
    expect(types.indexOf('rag.results')).toBeLessThan(types.indexOf('rag.token'));
    expect(turn!.events.map((event) => event.seq)).toEqual(types.map((_, index) => index + 1));
    for (const event of turn!.events)
      expect(event).toMatchObject({
        request_id: turn!.events[0]!.requestId,
        ts: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      });
  });

  it('asks for what is missing and goes on with the answer on the same thread (CL-07, CL-08)', async () => {
    const client = arbiter.chat();
    const asked = await client.say('Where is my order?');
    expect(asked.text).toMatch(/number/i);
    const answered = await client.say('1002');
    expect(answered.text).toContain('1002');
    const { rows } = await arbiter.pool.query<{ threads: string }>(
      `select count(*) as threads from event where type like 'arbiter.thread.opened%' and stream_id = $1`,
      [`session-shop-${client.sessionId}.C-0001`],
    );
    expect(Number(rows[0]!.threads)).toBe(1);
  });

  it('answers a nudge with the latest outcome, as a run of its own and with no new thread (RT-07)', async () => {
    const turns = await arbiter.converse('Where is my order 1002?', 'any luck?');
    expect(turns[1]!.text).toContain('1002');
    expect(turns[1]!.events[0]!.requestId).not.toBe(turns[0]!.events[0]!.requestId);
  });

  it('answers a nudge while a run is under way with its progress (RT-06)', async () => {
    await arbiter.faults([{ route: 'GET /customers/{customerId}/orders/{orderNumber}', kind: 'held' }]);
    const client = arbiter.chat();
    const first = client.say('Where is my order 1001?');
    await eventually(
      'the action to be requested',
      async () => (await arbiter.count('segment.requested', client.sessionId)) > 0,
    );
    const nudge = await client.say('any luck?');
    await arbiter.faults([]);
    expect(nudge.status).toBe('ok');
    expect(nudge.text).not.toContain('1001 is');
    expect((await first).text).toContain('1001');
  });

  it('cancels a run in flight and says so (EX-20, EX-21)', async () => {
    await arbiter.faults([{ route: 'GET /customers/{customerId}/orders/{orderNumber}', kind: 'held' }]);
    const client = arbiter.chat();
    const first = client.say('Where is my order 1001?');
    await eventually(
      'the action to be requested',
      async () => (await arbiter.count('segment.requested', client.sessionId)) > 0,
    );
    const stop = await client.say('actually, forget it');
    await arbiter.faults([]);
    expect(stop.status).toBe('ok');
    expect((await first).status).toBe('cancelled');
  });

  it('routes the rest of the text when there is nothing to override', async () => {
    const [turn] = await arbiter.converse('actually, where is my order 1002?');
    expect(turn!.text).toContain('1002');
  });

  it.each(['hi', 'help', 'thanks'])('has something useful to say to "%s"', async (text) => {
    const [turn] = await arbiter.converse(text);
    expect(turn!.status).toBe('ok');
    expect(turn!.text.length).toBeGreaterThan(10);
  });

  it('offers a person when it does not understand, in the exact words, and a yes brings one (CL-04)', async () => {
    const turns = await arbiter.converse('what is the weather like in Paris', 'yes');
    expect(turns[0]!.text.endsWith(HUMAN_HANDOFF_SENTENCE)).toBe(true);
    expect(turns[1]!.header).toContain('✓');
    expect((await arbiter.ledger()).some((entry) => entry.route.includes('/handoffs'))).toBe(true);
  });

  it('says what it can do when it does not understand a second time, and what is chosen from that begins (CL-04)', async () => {
    const turns = await arbiter.converse(
      'what is the weather like in Paris',
      'what is the weather like in Rome',
      'your refund',
      '1003',
    );
    expect(turns[1]!.text).toMatch(/^I'm sorry, I still don't understand\. I can tell you where an order is/);
    expect(turns[1]!.text.endsWith(HUMAN_HANDOFF_SENTENCE)).toBe(true);
    const reply = turns[1]!.events.find(({ payload }) => payload['kind'] === 'reply');
    expect(reply?.payload['question']).toMatchObject({
      expectedType: 'choice_or_yes_no',
      choices: expect.arrayContaining(['your refund', 'handing you over to a person']),
    });
    expect(turns[2]!.text).toMatch(/^Which order/);
    expect(turns[3]!.status).toBe('waiting_for_approval');
    const again = await arbiter.converse(
      'what is the weather like in Paris',
      'what is the weather like in Rome',
      'what is the weather like in Oslo',
    );
    expect(again[2]!.text.endsWith(HUMAN_HANDOFF_SENTENCE)).toBe(true);
    expect(again[2]!.text).not.toBe(again[0]!.text);
  });

  it('carries out a refund below the threshold at once, once', async () => {
    const [turn] = await arbiter.converse('refund order 1003');
    expect(turn!.status).toBe('ok');
    expect(await arbiter.ledger('1003')).toHaveLength(1);
    await arbiter.converse('refund order 1003');
    expect(await arbiter.ledger('1003')).toHaveLength(1);
  });

  it('proposes a refund above the threshold and does nothing before a yes (AP-01, AP-02)', async () => {
    const client = arbiter.chat();
    const proposed = await client.say('refund order 1004');
    expect(proposed.status).toBe('waiting_for_approval');
    expect(await arbiter.ledger('1004')).toHaveLength(0);
    const refused = await client.say('no');
    expect(refused.status).toBe('ok');
    expect(await arbiter.ledger('1004')).toHaveLength(0);
    await client.say('refund order 1004');
    const approved = await client.say('yes');
    expect(approved.header).toContain('✓');
    expect(await arbiter.ledger('1004')).toHaveLength(1);
  });

  it("answers about another customer's order as if it did not exist", async () => {
    const turns = await Promise.all([
      arbiter.converse('Where is my order 1005?'),
      arbiter.converse('Where is my order 9999?'),
    ]);
    const [other, missing] = turns.map(([turn]) => turn!);
    expect(other!.text.replace('1005', 'N')).toBe(missing!.text.replace('9999', 'N'));
    expect(other!.header).toBe(missing!.header);
  });

  it('leaves nothing in the outbox and no timer of a run that ended', async () => {
    await eventually(
      'the outbox to be empty',
      async () =>
        Number((await arbiter.pool.query<{ count: string }>('select count(*) from outbox')).rows[0]!.count) === 0,
    );
  });
});

describe('a conversation with provider-gateway stopped', () => {
  let arbiter: TestSystem;

  beforeAll(async () => {
    arbiter = await TestSystem.open({ processes: 'each' });
    await arbiter.system.stopApp('provider-gateway');
  });
  afterAll(() => arbiter.close());

  it('still routes, nudges, overrides and falls back in the exact words (CL-05)', async () => {
    const turns = await arbiter.converse('hi', 'any luck?', 'stop', 'tell me a joke about databases');
    expect(turns.map((turn) => turn.status)).toEqual(['ok', 'ok', 'ok', 'ok']);
    expect(turns[3]!.text).toContain(HUMAN_HANDOFF_SENTENCE);
  });

  it('still answers what code alone can tell', async () => {
    const [turn] = await arbiter.converse('Where is my order 1002?');
    expect(turn!.text.length).toBeGreaterThan(10);
    expect(turn!.status).toBe('ok');
  });
});
