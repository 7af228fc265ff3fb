import fc from 'fast-check';
import { movesOf, partitionsOf, type Replica, type Standing } from './moves';
import { PARTITIONS, partitionOf } from './partition';

const ALL = Array.from({ length: PARTITIONS }, (_, partition) => partition);
const replica = (name: string, about: Partial<Replica> = {}): Replica => ({
  name,
  host: 'one',
  load: 0.2,
  busy: 0.2,
  isBehind: false,
  ...about,
});
/** `a` has the first so many partitions, `b` the rest. */
const shared = (first: number): Standing['owners'] => ALL.map((partition) => (partition < first ? 'a' : 'b'));
const nobodys: Standing['owners'] = ALL.map(() => null);

describe('the owner of a partition', () => {
  it('is the first replica that claims a partition without an owner (1)', () => {
    expect(movesOf({ me: replica('a'), others: [], owners: nobodys })).toEqual({ claims: true, gives: null });
  });

  it('is a replica that sees that the previous owner is gone (scale down, death) (1)', () => {
    const owners = shared(8).map((owner) => (owner === 'b' ? null : owner));
    expect(movesOf({ me: replica('a'), others: [replica('c')], owners })).toEqual({ claims: true, gives: null });
  });

  it('stays who it is when another one comes that is not needed', () => {
    expect(
      movesOf({ me: replica('a', { load: 0.7 }), others: [replica('b', { load: 0 })], owners: shared(16) }),
    ).toEqual({
      claims: false,
      gives: null,
    });
    expect(
      movesOf({ me: replica('b', { load: 0 }), others: [replica('a', { load: 0.7 })], owners: shared(16) }),
    ).toEqual({
      claims: false,
      gives: null,
    });
  });

  it('are two when one is full: half goes to the one that has the fewest (scale up) (3)', () => {
    const full = replica('a', { load: 0.95, busy: 1 });
    const others = [replica('b', { load: 0.1 }), replica('c', { load: 0.1 })];
    expect(movesOf({ me: full, others, owners: shared(12) }).gives).toEqual({
      to: 'c',
      partitions: [6, 7, 8, 9, 10, 11],
    });
  });

  it('are two when one waits for a core of its machine, and the other has a machine of its own', () => {
    const waiting = replica('a', { load: 0.4, busy: 0.99 });
    const gives = (host: string) =>
      movesOf({ me: waiting, others: [replica('b', { host, load: 0.1 })], owners: shared(16) }).gives;
    expect(gives('one')).toBeNull();
    expect(gives('two')).toEqual({ to: 'b', partitions: ALL.slice(8) });
  });

  it('is not a replica that is full or has no measurement yet (3)', () => {
    const full = replica('a', { load: 0.95, busy: 1 });
    for (const load of [0.6, null])
      expect(movesOf({ me: full, others: [replica('b', { load })], owners: shared(16) }).gives).toBeNull();
    expect(
      movesOf({ me: replica('a', { load: null, busy: null }), others: [replica('b')], owners: shared(16) }).gives,
    ).toBeNull();
  });

  it('is one again when one is enough: who has fewer gives all (3)', () => {
    const [a, b] = [replica('a', { load: 0.15 }), replica('b', { load: 0.15 })];
    expect(movesOf({ me: b, others: [a], owners: shared(12) }).gives).toEqual({ to: 'a', partitions: ALL.slice(12) });
    expect(movesOf({ me: a, others: [b], owners: shared(12) }).gives).toBeNull();
    expect([
      movesOf({ me: a, others: [b], owners: shared(8) }).gives,
      movesOf({ me: b, others: [a], owners: shared(8) }).gives?.to,
    ]).toEqual([null, 'a']);
  });

  describe('where one met what only a newer release can read', () => {
    const [old, young] = [replica('a', { isBehind: true }), replica('b')];

    it('is the one of the newer release (4)', () => {
      expect(movesOf({ me: old, others: [young], owners: shared(16) }).gives).toEqual({ to: 'b', partitions: ALL });
      expect(movesOf({ me: old, others: [young], owners: nobodys }).claims).toBe(false);
      expect(movesOf({ me: young, others: [old], owners: nobodys }).claims).toBe(true);
      expect(movesOf({ me: old, others: [], owners: nobodys }).claims).toBe(true);
    });

    it('are both when that one is full, and it has none too few to give', () => {
      const full = replica('b', { load: 0.95, busy: 1 });
      expect(movesOf({ me: full, others: [old], owners: shared(0) }).gives?.to).toBe('a');
      expect(movesOf({ me: full, others: [old, replica('c')], owners: shared(0) }).gives?.to).toBe('c');
      expect(movesOf({ me: old, others: [full], owners: shared(8) })).toEqual({ claims: false, gives: null });
    });

    it('is the one of the newer release again when one is enough, even if the other has more', () => {
      expect(movesOf({ me: old, others: [young], owners: shared(12) }).gives).toEqual({
        to: 'b',
        partitions: ALL.slice(0, 12),
      });
      expect(movesOf({ me: young, others: [old], owners: shared(12) }).gives).toBeNull();
    });
  });
});

/**
 * The table as the statements of PartitionTable leave it: a claim takes partitions without an owner, a transfer those
 * that still belong to the giver.
 */
class Table {
  readonly owners: (string | null)[] = [...nobodys];
  readonly there = new Map<string, Replica>();

  look(name: string): Standing {
    const others = [...this.there.values()].filter((other) => other.name !== name);
    const owners = this.owners.map((owner) => (owner !== null && this.there.has(owner) ? owner : null));
    return { me: this.there.get(name)!, others, owners };
  }

  carryOut(name: string, { claims, gives }: ReturnType<typeof movesOf>): number {
    const taken = claims ? ALL.filter((partition) => !this.there.has(this.owners[partition] ?? '')) : [];
    for (const partition of taken) this.owners[partition] = name;
    const given = (gives?.partitions ?? []).filter((partition) => this.owners[partition] === name);
    for (const partition of given) this.owners[partition] = gives!.to;
    return taken.length + given.length;
  }
}

const NAMES = ['a', 'b', 'c', 'd'];
const measure = fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: null });
const step = fc.record({
  name: fc.constantFrom(...NAMES),
  what: fc.constantFrom('comes', 'ends', 'looks', 'acts upon what it saw'),
  load: measure,
  busy: measure,
  isBehind: fc.boolean(),
});

describe('whatever comes, ends, sees late and is full', () => {
  it('each partition has a living owner once a living replica has looked, and no replica gives a partition of another', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const table = new Table();
        const seen = new Map<string, Standing>();
        for (const { name, what, load, busy, isBehind } of steps) {
          if (what === 'comes') table.there.set(name, replica(name, { load, busy, isBehind, host: name }));
          else if (what === 'ends') table.there.delete(name);
          else if (what === 'looks' && table.there.has(name)) seen.set(name, table.look(name));
          else if (seen.has(name) && table.there.has(name)) {
            const moves = movesOf(seen.get(name)!);
            const mine = partitionsOf(seen.get(name)!.owners, name);
            expect(mine).toEqual(expect.arrayContaining([...(moves.gives?.partitions ?? [])]));
            table.carryOut(name, moves);
          }
        }
        for (const name of table.there.keys()) table.carryOut(name, movesOf(table.look(name)));
        if (table.there.size > 0) expect(table.look([...table.there.keys()][0]!).owners).not.toContain(null);
      }),
      { numRuns: 500 },
    );
  });

  it('comes to rest while nothing changes: nothing is given back and forth', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ load: measure, busy: measure, isBehind: fc.boolean() }), { minLength: 1, maxLength: 4 }),
        (replicas) => {
          const table = new Table();
          replicas.forEach((about, index) => table.there.set(NAMES[index]!, replica(NAMES[index]!, about)));
          let moved = Number.POSITIVE_INFINITY;
          for (let round = 0; round < 2 * PARTITIONS && moved > 0; round += 1)
            moved = [...table.there.keys()].reduce(
              (sum, name) => sum + table.carryOut(name, movesOf(table.look(name))),
              0,
            );
          expect(moved).toBe(0);
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('the partition of a stream', () => {
  it('is one of so many, and each gets about as much as the others', () => {
    const counts = ALL.map(() => 0);
    for (let index = 0; index < 16_000; index += 1) counts[partitionOf(`run-shop-${index.toString(16)}`)]! += 1;
    expect(counts).toHaveLength(PARTITIONS);
    for (const count of counts) expect(Math.abs(count - 1_000)).toBeLessThan(200);
  });

  it('is the same in every release', () => {
    expect(['session-shop-a', 'run-shop-b', 'plan-shop-c'].map(partitionOf)).toEqual([8, 2, 6]);
  });
});
