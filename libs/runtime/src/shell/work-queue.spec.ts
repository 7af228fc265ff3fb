import type { Item } from './item';
import { DEFAULT_LIMITS, WorkQueue } from './work-queue';

const item = (name: string): Item =>
  ({
    kind: 'command',
    command: { name },
    cause: null,
    bytes: 1,
    done: () => undefined,
    failed: () => undefined,
  }) as never;
const namesOf = (items: readonly Item[] | undefined) =>
  items?.map((one) => (one as unknown as { command: { name: string } }).command.name);
const streams = ['session-shop-a', 'session-shop-b', 'session-shop-c'] as const;
const [a, b, c] = streams;

function queueOf(limits = DEFAULT_LIMITS): WorkQueue {
  const queue = new WorkQueue(limits);
  for (const stream of streams) queue.push(stream, item(`${stream.at(-1)}1`));
  return queue;
}

/** Takes a batch and puts its streams back. */
function postponeAll(queue: WorkQueue, now: number): readonly string[] {
  const batch = queue.take(now);
  for (const [stream, items] of batch) queue.postpone(stream, items, now);
  queue.release(batch.keys());
  return [...batch.keys()];
}

describe('a queue by stream', () => {
  it('gives a stream to one batch at a time (1)', () => {
    const queue = queueOf();
    expect([...queue.take(0).keys()]).toEqual(streams);
    queue.push(a, item('a2'));
    expect(queue.take(0).size).toBe(0);
    queue.release([a]);
    expect(namesOf(queue.take(0).get(a))).toEqual(['a2']);
  });

  it('keeps the order of a stream, with what is postponed first (2)', () => {
    const queue = queueOf();
    const batch = queue.take(0);
    queue.push(a, item('a2'));
    queue.postpone(a, batch.get(a)!, 0);
    queue.release(batch.keys());
    expect(queue.take(0).size).toBe(0);
    expect(queue.nextDue).toBe(100);
    expect(namesOf(queue.take(100).get(a))).toEqual(['a1', 'a2']);
  });

  it('lets a postponed stream rest longer each time, and forgets that once it went through', () => {
    const queue = new WorkQueue();
    queue.push(a, item('a1'));
    const pauses = [];
    for (let now = 0, time = 0; time < 4; time += 1, now = queue.nextDue!) {
      postponeAll(queue, now);
      pauses.push(queue.nextDue! - now);
    }
    expect(pauses).toEqual([100, 200, 400, 800]);
    const batch = queue.take(queue.nextDue!);
    queue.succeeded(batch.keys());
    queue.release(batch.keys());
    queue.push(a, item('a2'));
    postponeAll(queue, 0);
    expect(queue.nextDue).toBe(100);
  });

  it('takes by itself what was postponed again and again, at most every other batch (5)', () => {
    const queue = queueOf();
    let now = 0;
    for (let time = 0; time < 3; time += 1) {
      expect(postponeAll(queue, now)).toEqual(streams);
      now = queue.nextDue!;
    }
    expect([...queue.take(now).keys()]).toEqual([a]);
    queue.push('session-shop-d', item('d1'));
    expect([...queue.take(now).keys()]).toEqual(['session-shop-d']);
    expect([...queue.take(now).keys()]).toEqual([b]);
    expect([...queue.take(now).keys()]).toEqual([c]);
  });

  it('lets what may wait for company wait until that comes, or its patience is over (4)', () => {
    const patient = { ...item('patient'), kind: 'event', patience: 20 } as Item;
    const queue = new WorkQueue();
    queue.push(a, patient, 0);
    queue.push(b, patient, 5);
    queue.push(c, item('c1'), 5);
    expect([...queue.take(5).keys()]).toEqual([c]);
    expect([queue.take(19).size, queue.nextDue]).toEqual([0, 20]);
    queue.push(b, item('b2'), 19);
    expect(queue.take(19).get(b)).toHaveLength(2);
    expect([...queue.take(20).keys()]).toEqual([a]);
    expect(queue.nextDue).toBeNull();
    queue.release([a]);
    queue.push(a, item('a2'), 21);
    queue.push(a, patient, 21);
    expect(queue.take(21).get(a)).toHaveLength(2);
  });

  it('lets nothing wait for company where there is much to do (4)', () => {
    const patient = { ...item('patient'), kind: 'event', patience: 20 } as Item;
    const queue = new WorkQueue();
    for (let index = 0; index < 8; index += 1) queue.push(`run-shop-busy${index}`, item('busy'), 0);
    queue.push(a, patient, 0);
    expect([...queue.take(0).keys()]).toContain(a);
    queue.push(b, patient, 0);
    expect([...queue.take(0).keys()]).toEqual([b]);
    queue.release([...Array.from({ length: 8 }, (_, index) => `run-shop-busy${index}`), a, b]);
    queue.push(c, patient, 0);
    expect(queue.take(0).size).toBe(0);
  });

  it('gives up everything that waits, postponed or not', () => {
    const queue = queueOf();
    postponeAll(queue, 0);
    queue.push(a, item('a2'));
    expect(namesOf(queue.clear())).toEqual(['a1', 'a2', 'b1', 'c1']);
    expect([queue.size, queue.nextDue]).toEqual([0, null]);
  });
});
