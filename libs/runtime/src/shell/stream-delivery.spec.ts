import { setImmediate } from 'node:timers/promises';
import type { EventName, RecordedOf, WireEvent } from '@arbiter/contracts';
import type { UnderWay } from '@arbiter/store';
import type { Arrival } from '../bus';
import { recipientsOf } from '../testing/recipients-of';
import { StreamDelivery } from './stream-delivery';

const STREAM = 'action-shop-r.a';
const event = { name: 'action.requested', stream: 'run-shop-r', version: 3 } as unknown as RecordedOf<EventName>;

/** The delivery of a service whose store has `version` facts in the stream that the event begins. */
function delivering(version: number) {
  const done = { performed: 0, decided: [] as string[] };
  const perform = async () => {
    done.performed += 1;
    return { name: 'read.finished' as const } as never;
  };
  const delivery = new StreamDelivery({
    handlers: recipientsOf('action.requested', { streams: [STREAM], opens: true, perform }),
    store: { heads: async () => new Map([[STREAM, version]]) },
    shell: {
      enqueue: (_stream: string, item: { kind: string; done: () => void }) => (
        done.decided.push(item.kind),
        item.done()
      ),
    },
  } as never);
  return { delivery, done };
}

describe('an event that is brought before its streams again', () => {
  it('is not carried out again when it was taken in already', async () => {
    const { delivery, done } = delivering(1);
    await delivery.bring(event, {} as WireEvent);
    expect(done).toEqual({ performed: 0, decided: ['event'] });
  });

  it('is carried out when it was not', async () => {
    const { delivery, done } = delivering(0);
    await delivery.bring(event, {} as WireEvent);
    expect(done).toEqual({ performed: 1, decided: ['command'] });
  });

  it('is nothing to a service that does not handle it', async () => {
    const { delivery, done } = delivering(0);
    await delivery.bring({ ...event, name: 'run.opened' } as unknown as RecordedOf<EventName>, {} as WireEvent);
    expect(done).toEqual({ performed: 0, decided: [] });
  });
});

it('may wait for something else of its stream as long as its handler says', async () => {
  const patience: unknown[] = [];
  const delivery = new StreamDelivery({
    handlers: recipientsOf('run.requested', { streams: ['run-shop-r'], patience: 50 }),
    shell: {
      enqueue: (_stream: string, item: { patience?: number; done: () => void }) => (
        patience.push(item.patience),
        item.done()
      ),
    },
  } as never);
  const requested = { ...event, name: 'run.requested' } as unknown as RecordedOf<EventName>;
  await delivery.bring(requested, {} as WireEvent);
  expect(patience).toEqual([50]);
});

describe('an event that is being written to the log (ItemDelivery 2, StreamDelivery 2)', () => {
  const under = (accepted: readonly string[] | UnderWay['accepted'], isSent = true): Arrival => ({
    name: event.name,
    events: [event],
    wires: [() => ({}) as WireEvent],
    underWay: {
      accepted: accepted instanceof Promise ? accepted : Promise.resolve(new Set(accepted)),
      isSent,
      join: () => null,
    },
  });
  const settledBy = (delivery: StreamDelivery, arrival: Arrival) =>
    new Promise<string>((resolve) => delivery.take(arrival, (failure) => resolve(failure?.code ?? 'through')));

  it.each([
    ['is prepared at once, whatever comes of that, and decided once it is there', true, ['prepared', 'decided']],
    ['is not prepared for when it has not been sent: what led to it may be part of it', false, ['decided']],
  ])('%s', async (_, isSent, expected) => {
    const accepted = Promise.withResolvers<ReadonlySet<string>>();
    const order: string[] = [];
    const delivery = new StreamDelivery({
      handlers: recipientsOf('action.requested', {
        streams: [STREAM],
        prepare: async () => {
          order.push('prepared');
          throw new Error('the store is away');
        },
      }),
      shell: { enqueue: (_stream: string, item: { done: () => void }) => (order.push('decided'), item.done()) },
    } as never);
    const through = settledBy(delivery, under(accepted.promise, isSent));
    await setImmediate();
    expect(order).toEqual(expected.slice(0, -1));
    accepted.resolve(new Set([event.stream]));
    expect(await through).toBe('through');
    expect(order).toEqual(expected);
  });

  it('has nothing done for it before it is there', async () => {
    const { delivery, done } = delivering(0);
    expect(await settledBy(delivery, under([]))).toBe('not_committed');
    expect(done).toEqual({ performed: 0, decided: [] });
    expect(await settledBy(delivery, under([event.stream]))).toBe('through');
    expect(done).toEqual({ performed: 1, decided: ['command'] });
  });

  it('is brought to no other replica', async () => {
    const brought: string[] = [];
    const delivery = new StreamDelivery({
      handlers: recipientsOf('action.requested', { streams: [STREAM] }),
      peers: {
        isWhole: false,
        ownerOf: () => 'another',
        bring: async (owner: string) => (brought.push(owner), null),
        takeIn: () => undefined,
      },
    } as never);
    expect(await settledBy(delivery, under([event.stream]))).toBe('not_committed');
    expect(brought).toEqual([]);
  });
});

it('is told to every stream of an event when what must be done before the decision fails', async () => {
  const delivery = new StreamDelivery({
    handlers: recipientsOf('action.requested', {
      streams: [STREAM, `${STREAM}.b`],
      perform: () => Promise.reject(new Error('no key could be made')),
    }),
  } as never);
  await expect(delivery.bring(event, {} as WireEvent)).rejects.toThrow('no key could be made');
});
