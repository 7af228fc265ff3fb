import { setTimeout as delay } from 'node:timers/promises';
import type { EventName, RecordedOf } from '@arbiter/contracts';
import { Dependencies, SYSTEM_CLOCK } from '@arbiter/resilience';
import { Publisher, ensureStream, traceParentOfRun } from '@arbiter/runtime';
import { EventStore, Outbox } from '@arbiter/store';
import { TestServers } from '../testing/servers';
import { Intake } from './intake';
import { runSubmitted, turnReceived } from './received-fact';
import { RunDirectory } from './run-directory';

const turn = (sessionId: string, messageId: string, changes: object = {}) =>
  turnReceived('shop', 'web', { sessionId, userId: 'C-1', text: `text of ${messageId}`, messageId, ...changes });

describe('the intake', () => {
  let servers: TestServers;
  const closers: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    servers = await TestServers.open({ ownPostgres: true });
    await ensureStream((await servers.broker()).manager, 'EVT');
  });
  afterAll(async () => {
    for (const close of closers) await close();
    await servers.close();
  });

  /** Each call is one more replica. */
  async function replica() {
    const database = servers.database();
    const keyring = servers.keyring(database);
    const store = new EventStore(database, keyring, 'ingress');
    const outbox = new Outbox(database, 'ingress');
    const batches: number[] = [];
    const intake = new Intake({
      app: 'ingress',
      store,
      keyring,
      publisher: new Publisher(await servers.broker()),
      outbox,
      runs: new RunDirectory(database),
      metrics: {
        batch: (streams) => batches.push(streams),
        conflict: () => undefined,
        append: () => () => undefined,
        deadLettered: () => undefined,
      },
      trace: (_name, runId) => ({ traceParent: traceParentOfRun(runId), end: () => undefined }),
      onTrouble: (error) => servers.troubles.push(error),
      dependencies: new Dependencies(),
      clock: SYSTEM_CLOCK,
    });
    closers.push(
      () => intake.close(),
      () => outbox.close(),
    );
    return { intake, store, database, batches };
  }
  const eventsOf = async (store: EventStore, stream: string): Promise<RecordedOf<EventName>[]> =>
    (await store.read([{ stream, after: 0 }])).get(stream)!;
  const idsOf = (events: readonly RecordedOf<EventName>[]) =>
    events.map(({ data }) => (data as { messageId: string }).messageId);

  it("writes what gathers while an append is in flight in one batch, a stream's facts one after the other (1)", async () => {
    const { intake, store, batches } = await replica();
    const facts = Array.from({ length: 60 }, (_, index) => turn(`gather-${index % 20}`, `m-${index}`));
    await Promise.all(facts.map((fact) => intake.receive(fact)));
    expect(batches).toEqual([20, 20, 20]);
    expect(idsOf(await eventsOf(store, 'turn-shop-gather-3'))).toEqual(['m-3', 'm-23', 'm-43']);
  });

  it('loses nothing to another replica that writes the same sessions (2)', async () => {
    const [first, second] = [await replica(), await replica()];
    const receive = ({ intake }: typeof first, name: string) =>
      Array.from({ length: 40 }, (_, index) => intake.receive(turn(`contended-${index % 4}`, `${name}-${index}`)));
    await Promise.all([...receive(first, 'a'), ...receive(second, 'b')]);
    for (let session = 0; session < 4; session += 1) {
      const events = await eventsOf(first.store, `turn-shop-contended-${session}`);
      expect(events.map(({ version }) => version)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
      expect(idsOf(events).filter((id) => id.startsWith('a'))).toEqual(
        Array.from({ length: 10 }, (_, index) => `a-${index * 4 + session}`),
      );
    }
  });

  it('tells a duplicate, received here or by another replica, from a first', async () => {
    const [first, second] = [await replica(), await replica()];
    const fact = turn('duplicate', 'm-1');
    expect(await first.intake.receive(fact)).toEqual({ status: 'received', requestId: fact.requestId });
    expect(await second.intake.receive(fact)).toEqual({ status: 'duplicate', requestId: fact.requestId });
    const both = await Promise.all([
      first.intake.receive(turn('duplicate', 'm-2')),
      second.intake.receive(turn('duplicate', 'm-2')),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['duplicate', 'received']);
  });

  it('refuses another payload under the same key, however its properties are ordered', async () => {
    const { intake } = await replica();
    await intake.receive(turn('payload', 'm-1', { channelMetadata: { a: 1, b: 2 } }));
    expect((await intake.receive(turn('payload', 'm-1', { channelMetadata: { b: 2, a: 1 } }))).status).toBe(
      'duplicate',
    );
    await expect(intake.receive(turn('payload', 'm-1', { channelMetadata: { a: 2, b: 2 } }))).rejects.toMatchObject({
      kind: 'conflict',
      code: 'other_payload',
    });
  });

  it('knows a message again whose account was linked to a customer since (CH-17)', async () => {
    const { intake, store } = await replica();
    const message = { sessionId: 'linked', userId: '7001', text: 'hello', messageId: 'm-1' };
    await intake.receive(turnReceived('shop', 'telegram', message, { customerId: 'account:telegram:7001' }));
    const after = turnReceived('shop', 'telegram', message, { customerId: 'C-1' });
    expect(await intake.receive(after)).toEqual({ status: 'duplicate', requestId: after.requestId });
    expect(await eventsOf(store, 'turn-shop-linked')).toHaveLength(1);
  });

  it('keeps what it has no key for apart from what came after an erasure', async () => {
    const { intake, store } = await replica();
    await intake.receive(turn('erased', 'm-1', { userId: 'C-gone' }));
    const [before] = await eventsOf(store, 'turn-shop-erased');
    await servers.keyring(servers.database()).erase({ tenant: 'shop', customerId: 'C-gone' });
    const other = await replica();
    const [after] = await eventsOf(other.store, 'turn-shop-erased');
    expect([(before!.data as { text: string }).text, (after!.data as { text: string }).text]).toEqual([
      'text of m-1',
      '[erased]',
    ]);
    await expect(other.intake.receive(turn('erased', 'm-1', { userId: 'C-gone' }))).rejects.toMatchObject({
      code: 'other_payload',
    });
  });

  it('fails only the fact that cannot be recorded (4)', async () => {
    const { intake, store } = await replica();
    const bad = runSubmitted('shop', 'api', { template: 5 as never, sessionId: 'bad' }, 'bad');
    const outcomes = await Promise.allSettled(
      [turn('good-1', 'm'), bad, turn('good-2', 'm')].map((fact) => intake.receive(fact)),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await eventsOf(store, 'turn-shop-good-2')).toHaveLength(1);
  });

  it('goes on when the database comes back, and records once what may have been committed before (3)', async () => {
    const { intake, store } = await replica();
    await intake.receive(turn('away', 'm-0'));
    await servers.stack.postgres.kill!();
    const receipts = Promise.all(
      Array.from({ length: 10 }, (_, index) => intake.receive(turn('away', `m-${index + 1}`))),
    );
    await servers.stack.postgres.restart!();
    await receipts;
    expect(idsOf(await eventsOf(store, 'turn-shop-away'))).toEqual(
      Array.from({ length: 11 }, (_, index) => `m-${index}`),
    );
  });

  it('publishes what it recorded and drops it from the outbox', async () => {
    const { intake, database } = await replica();
    await intake.receive(turn('published', 'm-1'));
    const left = () => database.query.selectFrom('outbox').select('streams').execute();
    for (let attempt = 0; (await left()).some(({ streams }) => streams.includes('turn-shop-published')); attempt += 1) {
      expect(attempt).toBeLessThan(100);
      await delay(50);
    }
  });

  it('takes nothing more after it is closed, and finishes what it has', async () => {
    const { intake, store } = await replica();
    const receipt = intake.receive(turn('closing', 'm-1'));
    await intake.close();
    expect((await receipt).status).toBe('received');
    expect(await eventsOf(store, 'turn-shop-closing')).toHaveLength(1);
    await expect(intake.receive(turn('closing', 'm-2'))).rejects.toMatchObject({ kind: 'retryable', code: 'stopping' });
  });
});
