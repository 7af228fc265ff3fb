import {
  ArbiterError,
  conflict,
  retryable,
  terminal,
  type EventName,
  type RecordedOf,
  type WireEvent,
} from '@arbiter/contracts';
import { NEWER_RELEASE } from '@arbiter/store';
import { broughtTo, type Arrival } from '../bus';
import { answerOf, outcomeIn, type PeerReplicas } from './peer-replicas';
import { StreamDelivery } from './stream-delivery';
import type { Recipients } from './recipients';

const NAME = 'run.requested';
type Decided = readonly [stream: string, id: string];

/** Events by id; the streams that each wakes. */
const arriving = (woken: Readonly<Record<string, readonly string[]>>): Arrival => ({
  name: NAME,
  events: Object.keys(woken).map((id) => ({ id, name: NAME }) as RecordedOf<EventName>),
  wires: Object.keys(woken).map((id) => () => ({ id }) as WireEvent),
});

/** One of two replicas: streams that begin with its name are its own. */
class Replica {
  readonly decided: Decided[] = [];
  readonly brought: string[] = [];
  failure: ArbiterError | null = null;
  /** no replica answers when it forwards events */
  lose = false;
  /** it does not handle such events */
  isOlder = false;
  private onBrought: ((body: Uint8Array) => Promise<string>) | null = null;
  readonly delivery: StreamDelivery;

  constructor(
    readonly name: string,
    recipientsOfEach: Readonly<Record<string, Recipients>>,
    readonly other: () => Replica,
  ) {
    const handle = async ({ id }: RecordedOf<EventName>): Promise<Recipients> => recipientsOfEach[id]!;
    const handlers = { of: () => (this.isOlder ? undefined : handle) };
    const peers: PeerReplicas = {
      isWhole: false,
      ownerOf: (stream) => (stream.startsWith(name) ? null : other().name),
      bring: async (owner, body) => {
        this.brought.push(owner);
        return this.lose ? null : other().onBrought!(new TextEncoder().encode(body));
      },
      takeIn: (onBrought) => (this.onBrought = onBrought),
    };
    this.delivery = new StreamDelivery({
      handlers,
      peers,
      store: {
        open: async (wires: readonly WireEvent[]) => wires.map(({ id }) => ({ id, name: NAME })),
        heads: async () => new Map(),
      },
      shell: {
        enqueue: (
          stream: string,
          item: {
            event?: { id: string };
            cause?: { id: string };
            done: (facts: []) => void;
            failed: (error: ArbiterError) => void;
          },
        ) => {
          this.decided.push([stream, (item.event ?? item.cause)!.id]);
          if (this.failure) item.failed(this.failure);
          else item.done([]);
        },
      },
    } as never);
  }
}

function two(recipientsOfEach: Readonly<Record<string, Recipients>>): readonly [Replica, Replica] {
  const a: Replica = new Replica('a', recipientsOfEach, () => b);
  const b: Replica = new Replica('b', recipientsOfEach, () => a);
  return [a, b];
}

const MIXED = { one: ['a1', 'b1'], two: ['b2'], three: ['a3'] };
const mixed = Object.fromEntries(Object.entries(MIXED).map(([id, streams]) => [id, { streams }]));

describe('an event that wakes streams of two replicas', () => {
  it('is decided by each of them for its own, and all that one decides goes to it at once', async () => {
    const [a, b] = two(mixed);
    await broughtTo(a.delivery, arriving(MIXED));
    expect(a.decided).toEqual([
      ['a1', 'one'],
      ['a3', 'three'],
    ]);
    expect(b.decided).toEqual([
      ['b1', 'one'],
      ['b2', 'two'],
    ]);
    expect(a.brought).toEqual(['b']);
    expect(b.brought).toEqual([]);
  });

  it('is decided by the one it came to when the other does not answer', async () => {
    const [a, b] = two(mixed);
    a.lose = true;
    await broughtTo(a.delivery, arriving(MIXED));
    expect(a.decided.map(([stream]) => stream).toSorted()).toEqual(['a1', 'a3', 'b1', 'b2']);
    expect(b.decided).toEqual([]);
  });

  it.each([retryable('stopping', 'stops'), retryable(NEWER_RELEASE, 'knows it not')])(
    'is decided by the one it came to when the other cannot: $code',
    async (failure) => {
      const [a, b] = two(mixed);
      b.failure = failure;
      await broughtTo(a.delivery, arriving(MIXED));
      expect(a.decided.map(([stream]) => stream).toSorted()).toEqual(['a1', 'a3', 'b1', 'b2']);
    },
  );

  it('is decided by the one it came to when the other does not handle such events yet', async () => {
    const [a, b] = two(mixed);
    b.isOlder = true;
    await broughtTo(a.delivery, arriving(MIXED));
    expect([a.decided.length, b.decided]).toEqual([4, []]);
  });

  it('comes again, or is set aside, for what the other one met', async () => {
    const [a, b] = two(mixed);
    b.failure = terminal('malformed', 'it says nothing');
    await expect(broughtTo(a.delivery, arriving(MIXED))).rejects.toMatchObject({ kind: 'terminal', code: 'malformed' });
    expect(a.decided.map(([stream]) => stream)).toEqual(['a1', 'a3']);
  });

  it('stays in one piece when something is done for it before the decision, and that is done once', async () => {
    const performed: string[] = [];
    const perform = async (): Promise<null> => (performed.push('read'), null);
    const [a, b] = two({ one: { streams: ['b1', 'a1'], perform } });
    await broughtTo(a.delivery, arriving({ one: ['b1', 'a1'] }));
    expect(performed).toEqual(['read']);
    expect([a.decided, b.decided]).toEqual([
      [],
      [
        ['b1', 'one'],
        ['a1', 'one'],
      ],
    ]);
  });

  it('is not forwarded again (2): the replica that receives it decides it, even if it sees another owner', async () => {
    const [a, b] = two({ one: { streams: ['c1'] } });
    await broughtTo(a.delivery, arriving({ one: ['c1'] }));
    expect(b.decided).toEqual([['c1', 'one']]);
    expect(b.brought).toEqual([]);
  });

  it('that wakes nothing is through', async () => {
    const [a, b] = two({ one: { streams: [] } });
    await broughtTo(a.delivery, arriving({ one: [] }));
    expect([a.decided, b.decided]).toEqual([[], []]);
  });
});

it('its outcome is the same on both sides', () => {
  expect(outcomeIn(answerOf(null))).toBeNull();
  expect(outcomeIn(null)).toBeUndefined();
  for (const failure of [terminal('bad', 'is bad'), conflict('contended', 'lost'), retryable('later', 'not now', 5)]) {
    const { kind, code, message, details } = outcomeIn(answerOf(failure))!;
    expect({ kind, code, message }).toEqual({ kind: failure.kind, code: failure.code, message: failure.message });
    expect(details.delayMilliseconds).toBe(failure.details.delayMilliseconds);
  }
});
