import type { EventData } from '@arbiter/contracts';
import { FurtherAnswers, type ChatClient, type Turn } from '@arbiter/stack';
import { alteredShop } from './altered-shop';
import { TestSystem, eventually, type SharedTestSystem } from './test-system';

const LOOK_UP = 'GET /customers/{customerId}/orders/{orderNumber}';

/** What the router recorded of the turns of a chat, in the order in which it routed them. */
async function routingOf(
  arbiter: SharedTestSystem,
  { sessionId }: ChatClient,
): Promise<readonly EventData<'turn.routed'>[]> {
  const { rows } = await arbiter.pool.query<{ envelope: string }>(
    `select envelope from event where stream_id = $1 and type like 'arbiter.turn.routed%' order by version`,
    [`session-shop-${sessionId}.C-0001`],
  );
  return rows.map(({ envelope }) => (JSON.parse(envelope) as { data: EventData<'turn.routed'> }).data);
}

describe('several topics in one chat (TH-01)', () => {
  let arbiter: SharedTestSystem;

  beforeAll(async () => {
    arbiter = await TestSystem.borrow();
  });
  afterAll(() => arbiter.close());

  it('"stop the refund" stops the refund and nothing else (RT-12)', async () => {
    const chat = arbiter.chat();
    await chat.say('refund order 1004');
    await arbiter.faults([{ route: LOOK_UP, kind: 'held' }]);
    const looking = chat.say('Where is my order 1002?');
    await eventually(
      'the order to be looked up',
      async () => (await arbiter.count('segment.requested', chat.sessionId)) > 1,
    );
    const stopped = await chat.say('stop the refund');
    await arbiter.faults([]);
    expect(stopped.status).toBe('ok');
    expect((await looking).text).toContain('1002');
    const routed = await routingOf(arbiter, chat);
    expect(routed.at(-1)).toMatchObject({ rule: 'override_ends_run', threadId: routed[0]!.threadId });
    expect(await arbiter.ledger('1004')).toHaveLength(0);
    expect((await chat.say('yes')).text).not.toContain('1004');
    expect(await arbiter.ledger('1004')).toHaveLength(0);
  });

  it('a terminal shows every topic of one message, each once, and the end of what waited once', async () => {
    const chat = arbiter.chat();
    const shown: Turn[] = [];
    const further = new FurtherAnswers(chat, (turn) => shown.push(turn));
    void further.follow();
    const answered = (turn: Turn): unknown => shown.push(turn);
    await further.around((onEvent) => chat.say('refund order 1004 and where is 1002?', onEvent), answered);
    await eventually('both topics to be shown', async () => shown.length === 2);
    await further.quiet();
    await further.around((onEvent) => chat.say('no, leave 1004 as it is', onEvent), answered);
    await further.quiet();
    further.close();
    expect(shown.map(({ status }) => status)).toEqual(['waiting_for_approval', 'ok', 'ok']);
    expect(shown.slice(0, 2).map(({ text }) => ['1004', '1002'].filter((order) => text.includes(order)))).toEqual([
      ['1004'],
      ['1002'],
    ]);
    expect(shown.slice(0, 2).every(({ header }) => header.includes('✓'))).toBe(true);
    expect(await arbiter.ledger('1004')).toHaveLength(0);
  });

  it('a refund waits for its yes while an order is asked about, and is come back to by "yes"', async () => {
    const chat = arbiter.chat();
    expect((await chat.say('refund order 1004')).status).toBe('waiting_for_approval');
    expect((await chat.say('Where is my order 1002?')).text).toContain('1002');
    expect((await chat.say('any news on the refund?')).text).toContain('1004');
    expect(await arbiter.ledger('1004')).toHaveLength(0);
    expect((await chat.say('yes')).header).toContain('✓');
    expect(await arbiter.ledger('1004')).toHaveLength(1);
    const routed = await routingOf(arbiter, chat);
    expect(routed.map(({ category }) => category)).toEqual([
      'new_request',
      'new_request',
      'status_nudge',
      'answer_to_pending',
    ]);
    expect(routed[2]).toMatchObject({ rule: 'nudge_reports_question', threadId: routed[0]!.threadId });
    expect(routed[3]!.threadId).toBe(routed[0]!.threadId);
  });
});

describe('a tenant whose new requests wait in line (RT-08, C22)', () => {
  let arbiter: TestSystem;

  beforeAll(async () => {
    arbiter = await TestSystem.open({
      tenants: [alteredShop({ 'conversation.yaml': (conversation) => ({ ...conversation, newRequest: 'queue' }) })],
    });
  });
  afterAll(() => arbiter.close());

  it('says so at once, and goes on by itself when what came before is done', async () => {
    await arbiter.faults([{ route: LOOK_UP, kind: 'held' }]);
    const chat = arbiter.chat();
    const first = chat.say('Where is my order 1001?');
    await eventually(
      'the first order to be looked up',
      async () => (await arbiter.count('segment.requested', chat.sessionId)) > 0,
    );
    const queued = await chat.say('Where is my order 1002?');
    await arbiter.faults([]);
    expect(queued.text).toContain('the status of your order');
    expect((await first).text).toContain('1001');
    const goesOn = await eventually('the one in line to be done', async () => {
      const { rows } = await arbiter.pool.query<{ envelope: string }>(
        `select envelope from event where type like 'arbiter.run.completed%' and envelope like $1 order by recorded_at`,
        [`%${chat.sessionId}%`],
      );
      return rows.length === 3 && (JSON.parse(rows[2]!.envelope) as { data: EventData<'run.completed'> }).data;
    });
    expect(goesOn).toMatchObject({ status: 'ok', anchor: 'not_recent', isDone: true });
  });
});
