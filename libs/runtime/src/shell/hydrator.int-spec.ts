import { randomUUID } from 'node:crypto';
import type { RecordedOf } from '@arbiter/contracts';
import { CUSTOMER, submitted } from '@arbiter/store/testing/laboratory';
import fc from 'fast-check';
import { ShellLaboratory } from '../testing/shell-laboratory';
import type { Notes } from '../testing/note-decider';
import { outcomeDecider, type Outcomes } from '../testing/outcome-decider';
import { emptyEntry, fold, type Entry } from './entry';
import { Hydrator } from './hydrator';
import type { ShellDefinition } from './shell-definition';
import { closeSnapshot, openSnapshot } from './snapshot';

type Definition = ShellDefinition<Notes>;
const freshStream = () => `session-shop-${randomUUID()}`;

describe('a stream as a shell brings it up', () => {
  let laboratory: ShellLaboratory;

  beforeAll(async () => {
    laboratory = await ShellLaboratory.open();
  });
  afterAll(() => laboratory.close());

  /** A replica that counts the facts it folds. */
  async function replica(rulesHash = 'rules') {
    let folded = 0;
    const decider = {
      ...outcomeDecider,
      evolve: (state: Outcomes, fact: never) => ((folded += 1), outcomeDecider.evolve(state, fact)),
    } as unknown as Definition['decider'];
    const parts = await laboratory.noteShell({ decider, rulesHash });
    return {
      ...parts,
      folded: () => folded,
      tell: (stream: string, outcomes: readonly string[], customerId = CUSTOMER.customerId) =>
        Promise.all(
          outcomes.map((outcome) =>
            parts.shell.submit(
              stream,
              { name: 'tell', outcome } as never,
              { ...submitted('turn-shop-x', 1, 'r'), customerId } as RecordedOf<'run.submitted'>,
            ),
          ),
        ),
      fresh: async (stream: string) => (await parts.hydrator.fresh(stream)) as unknown as Entry<Outcomes>,
      whole: async (stream: string) => {
        const events = (await parts.store.read([{ stream, after: 0 }])).get(stream)!;
        return events.reduce(
          (entry, event) => fold(outcomeDecider as never, parts.definition.feeds, entry, event),
          emptyEntry<Outcomes>(outcomeDecider as never),
        );
      },
    };
  }
  const texts = (count: number, what = 'outcome') => Array.from({ length: count }, (_, index) => `${what} ${index}`);
  const snapshotOf = async (stream: string) => {
    const { rows } = await laboratory
      .database()
      .pool.query<{ version: number; body: string }>('select version, body from snapshot where stream_id = $1', [
        stream,
      ]);
    return rows[0];
  };
  const told = ({ state, version, cursors, customerId }: Entry<Outcomes>) => ({ state, version, cursors, customerId });

  it('is counted when it is read, all that are read at once together', async () => {
    const writer = await replica();
    const streams = [freshStream(), freshStream()];
    await Promise.all(streams.map((stream) => writer.tell(stream, texts(1))));
    const counts: number[] = [];
    const reader = new Hydrator({ ...writer, onTrouble: () => undefined, onRead: (count) => void counts.push(count) });
    await Promise.all(streams.map((stream) => reader.fresh(stream)));
    expect(streams.map((stream) => reader.cached(stream)?.version)).toEqual([1, 1]);
    expect(counts).toEqual([2]);
  });

  it('is remembered in as much room as it has come to need, and makes room when others need it', async () => {
    const { hydrator } = await replica();
    const [grown, ...others] = [freshStream(), freshStream(), freshStream()] as const;
    const keep = (stream: string, version: number, characters: number, entry = hydrator.empty()) =>
      hydrator.keep(stream, { ...entry, version, state: { text: 'x'.repeat(characters) } as never });
    keep(grown, 3, 4_000_000, keep(grown, 1, 10));
    expect(hydrator.cached(grown)?.version).toBe(3);
    for (const other of others) keep(other, 1, 4_000_000);
    expect([grown, ...others].map((stream) => hydrator.cached(stream)?.version)).toEqual([undefined, 1, 1]);
  });

  it('takes room for more than its state: of very many that hold next to nothing, those used last are remembered', async () => {
    const { hydrator } = await replica();
    const streams = Array.from({ length: 15_000 }, freshStream);
    for (const stream of streams) hydrator.keep(stream, { ...hydrator.empty(), version: 1 });
    const known = streams.map((stream) => hydrator.cached(stream) !== undefined);
    expect(known.slice(-10_000)).not.toContain(false);
    expect(known.slice(0, 1_000)).not.toContain(true);
  });

  it('is read from its snapshot and what follows it, and is the same as from all its facts (StreamReader 1)', async () => {
    const writer = await replica();
    const stream = freshStream();
    await writer.tell(stream, texts(230));
    await writer.hydrator.close();
    const { version } = (await snapshotOf(stream))!;
    expect(version).toBeGreaterThan(100);
    const cold = await replica();
    expect(told(await cold.fresh(stream))).toEqual(told(await cold.whole(stream)));
    expect(cold.folded()).toBe(230 - version);
  });

  it('costs a cold start no more after a thousand facts than after a hundred', async () => {
    const writer = await replica();
    const [short, long] = [freshStream(), freshStream()];
    await writer.tell(short, texts(100));
    for (let round = 0; round < 10; round += 1) await writer.tell(long, texts(100));
    await writer.hydrator.close();
    const cold = await replica();
    await cold.fresh(long);
    expect(cold.folded()).toBeLessThanOrEqual(100);
  });

  it('folds with its snapshot to the same entry at any cut, through a real key (StreamReader 1)', async () => {
    const { keyring, store, tell, definition } = await replica();
    const stream = freshStream();
    await tell(stream, ['a', 'ü "quoted"', '\u0000', '']);
    const events = (await store.read([{ stream, after: 0 }])).get(stream)!;
    const foldAll = (entry: Entry<Outcomes>, facts: typeof events) =>
      facts.reduce((folded, event) => fold(outcomeDecider as never, definition.feeds, folded, event), entry);
    const start = { ...emptyEntry<Outcomes>(outcomeDecider as never), keyId: keyring.keyIdOf(CUSTOMER) };
    const sources = fc.array(
      fc.record({
        which: fc.nat(events.length - 1),
        source: fc.option(
          fc.record({
            stream: fc.constantFrom('turn-shop-a', 'turn-shop-b', 'run-shop-c'),
            version: fc.integer({ min: 1, max: 9 }),
          }),
        ),
      }),
      { maxLength: 30 },
    );
    fc.assert(
      fc.property(sources, fc.nat(30), (picks, at) => {
        const facts = picks.map(({ which, source }, index) => ({ ...events[which]!, version: index + 1, source }));
        const [before, after] = [facts.slice(0, at), facts.slice(at)];
        const cut = foldAll(start, before);
        if (cut.version === 0) return;
        const opened = openSnapshot<Outcomes>(stream, closeSnapshot(stream, cut, 'fold', keyring)!, keyring)!;
        expect({ ...foldAll(opened, after), snapshotAt: 0 }).toEqual(foldAll(start, facts));
      }),
    );
  });

  it('is read whole by other rules, which leave the snapshot of an active writer alone and write their own once the stream rests (StreamReader 2)', async () => {
    const writer = await replica();
    const stream = freshStream();
    await writer.tell(stream, texts(150));
    await writer.hydrator.close();
    const changed = await replica('other rules');
    expect((await changed.fresh(stream)).version).toBe(150);
    expect(changed.folded()).toBe(150);
    await changed.hydrator.close();
    const beside = await replica();
    await beside.fresh(stream);
    expect(beside.folded()).toBeLessThan(50);
    await writer.database.pool.query(
      "update snapshot set created_at = now() - interval '2 hours' where stream_id = $1",
      [stream],
    );
    const alone = await replica('other rules');
    await alone.fresh(stream);
    await alone.hydrator.close();
    const again = await replica('other rules');
    await again.fresh(stream);
    expect(again.folded()).toBe(0);
  });

  it('is read whole when its snapshot was put in the place of another, and the fault is reported (StreamReader 2)', async () => {
    const writer = await replica();
    const [one, other] = [freshStream(), freshStream()];
    for (const stream of [one, other]) await writer.tell(stream, texts(120, stream));
    await writer.hydrator.close();
    await writer.database.pool.query(
      'update snapshot set body = (select body from snapshot where stream_id = $2) where stream_id = $1',
      [one, other],
    );
    const troubles = laboratory.troubles.length;
    const cold = await replica();
    expect((await cold.fresh(one)).state.told.at(-1)).toBe(`${one} 119`);
    expect(laboratory.troubles.length).toBe(troubles + 1);
  });

  it('is read whole when all snapshots are gone, however long it is (StreamReader 3)', async () => {
    const writer = await replica();
    const stream = freshStream();
    for (let round = 0; round < 25; round += 1) await writer.tell(stream, texts(100));
    await writer.hydrator.close();
    await writer.database.pool.query('delete from snapshot where stream_id = $1', [stream]);
    const cold = await replica();
    expect((await cold.fresh(stream)).version).toBe(2_500);
    expect(cold.folded()).toBe(2_500);
  });

  it('holds nothing of an erased customer any more, neither in memory nor in a snapshot, when they come back (StreamCache 1)', async () => {
    const writer = await replica();
    const { keyring } = writer;
    const person = { tenant: 'shop', customerId: `C-${randomUUID()}` };
    await keyring.create([person]);
    const stream = freshStream();
    await writer.tell(stream, texts(120, 'secret'), person.customerId);
    await writer.hydrator.close();
    const { body } = (await snapshotOf(stream))!;
    expect(body).not.toContain('secret');
    await keyring.erase(person);
    await keyring.create([person]);
    await writer.tell(stream, texts(3, 'new'), person.customerId);
    expect((await writer.fresh(stream)).state.told).toEqual([
      ...Array.from({ length: 5 }, () => '[erased]'),
      ...texts(3, 'new'),
    ]);
    await writer.tell(stream, texts(120, 'new'), person.customerId);
    await writer.hydrator.close();
    const cold = await replica();
    expect((await cold.fresh(stream)).state.told).toEqual(texts(120, 'new').slice(-8));
  });
});
