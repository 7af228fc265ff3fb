import { actionDecider, planDecider, runDecider, sessionDecider } from '@arbiter/domain';
import { closeSnapshot, emptyEntry, fold, openSnapshot, type AnyDecider, type Entry } from '@arbiter/runtime';
import { EventStore, Keyring, openDatabase, type Database } from '@arbiter/store';
import { TestSystem, eventually } from './test-system';
import { runTool } from './tool';

const PERSON = 'C-0001';
const COURTESIES = 60;
const DECIDERS = { session: sessionDecider, plan: planDecider, run: runDecider, action: actionDecider } as const;
const FEEDS = new Set(['turn'] as const);

let arbiter: TestSystem;
let database: Database;
let keyring: Keyring;

beforeAll(async () => {
  arbiter = await TestSystem.open();
  const environment = arbiter.system.environmentOf(null);
  database = openDatabase(environment['ARBITER_POSTGRES_URL']!, 'test', 2);
  keyring = new Keyring(database, [Buffer.from(environment['ARBITER_MASTER_KEY']!, 'base64')]);
});
afterAll(async () => {
  await database.close();
  await arbiter.close();
});

/** Every stream of a category, opened. */
async function streamsOf(category: string) {
  const store = new EventStore(database, keyring, 'test');
  const { rows } = await arbiter.pool.query<{ stream_id: string }>(
    'select distinct stream_id from event where stream_id like $1',
    [`${category}-%`],
  );
  return store.read(rows.map(({ stream_id }) => ({ stream: stream_id, after: 0 })));
}

describe('a long conversation', () => {
  beforeAll(async () => {
    const client = arbiter.chat(PERSON);
    await client.say('Where is my order?');
    for (let courtesy = 0; courtesy < COURTESIES; courtesy += 1) await client.say('thanks');
    await eventually('a snapshot of it', async () => (await arbiter.pool.query('select from snapshot')).rowCount);
    await arbiter.system.stopApp('router');
    await arbiter.system.startApp('router');
    const { text } = await client.say('1002');
    expect(text).toContain('1002');
    await arbiter.converse('refund order 1004', 'any luck?', 'yes', 'refund order 1003', 'actually, forget it');
    await arbiter.converse('I want to report a problem', 'Where is my order 1001?', 'The kettle leaks');
    for (const [template, args] of [
      ['echo_five', { text: 'hello' }],
      ['echo_fan_out', { text: 'hello' }],
      ['refund_order', { orderNumber: '9999' }],
    ] as const) {
      await arbiter.ended(await arbiter.submit(template, args, PERSON));
    }
  });

  it('goes on as it was when its router comes back, as replay of the whole log confirms (TH-07)', async () => {
    const { code, output } = await runTool(arbiter, 'main', '--all', '--verify');
    expect(JSON.parse(output.trim().split('\n').at(-1)!)).toMatchObject({ differing: 0, changed: 0, erased: 0 });
    expect(code).toBe(0);
  });

  it.each(Object.keys(DECIDERS) as (keyof typeof DECIDERS)[])(
    'gives every %s the same state from a snapshot at any cut and what follows it',
    async (category) => {
      const decider = DECIDERS[category] as unknown as AnyDecider<unknown>;
      const streams = await streamsOf(category);
      expect(streams.size).toBeGreaterThan(3);
      for (const [stream, events] of streams) {
        let entry: Entry<unknown> = emptyEntry(decider);
        const entries = [entry, ...events.map((event) => (entry = fold(decider, FEEDS, entry, event)))];
        const whole = entries.at(-1)!;
        for (let cut = 1; cut <= events.length; cut += 1) {
          const keyId = keyring.keyIdOf({ tenant: events[0]!.tenant, customerId: entries[cut]!.customerId });
          const snapshot = closeSnapshot(stream, { ...entries[cut]!, keyId }, 'fold', keyring)!;
          const folded = events
            .slice(cut)
            .reduce(
              (onto, event) => fold(decider, FEEDS, onto, event),
              openSnapshot<unknown>(stream, snapshot, keyring)!,
            );
          expect({ ...folded, keyId: null, snapshotAt: 0 }).toEqual(whole);
        }
      }
    },
  );
});
