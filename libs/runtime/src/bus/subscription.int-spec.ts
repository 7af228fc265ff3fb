import { setTimeout as delay } from 'node:timers/promises';
import type { ConsumerInfo, JsMsg } from '@nats-io/jetstream';
import { durableOf, subjects } from '@arbiter/contracts';
import { Dependencies } from '@arbiter/resilience';
import { ShellLaboratory } from '../testing/shell-laboratory';
import type { Broker } from './broker';
import { ensureDurable, ensureStream } from './provision';
import type { Gate } from './share';
import { Subscription, type SubscriptionOptions } from './subscription';
import { durablesOf } from './topology';

const DURABLE = durableOf('router', 'run.submitted');
const SUBJECT = subjects.event('shop', 'run.submitted');
const SECOND_IN_NANOSECONDS = 1_000_000_000;

/** Takes messages and keeps them until it is told. */
class Holder {
  readonly messages: JsMsg[] = [];
  readonly subscription: Subscription;

  constructor(
    readonly broker: Broker,
    options: Partial<SubscriptionOptions> = {},
  ) {
    this.subscription = new Subscription(broker, {
      stream: 'EVT',
      durable: DURABLE,
      restore: async () => undefined,
      onTrouble: () => undefined,
      onMessage: (message) => void this.messages.push(message),
      ...options,
    });
  }

  answer(): void {
    for (const message of this.messages.splice(0)) {
      message.ack();
      this.subscription.release(message);
    }
  }
}

/** A broker with the durable and its readers, for the tests of one `describe`. */
class Holders {
  private readonly holders: Holder[] = [];
  laboratory!: ShellLaboratory;
  broker!: Broker;

  constructor(private readonly usual: Partial<SubscriptionOptions> = {}) {
    beforeAll(async () => {
      this.laboratory = await ShellLaboratory.open();
      this.broker = await this.laboratory.broker();
      await ensureStream(this.broker.manager, 'EVT');
      await this.make();
    });
    afterEach(async () => {
      for (const holder of this.holders) holder.answer();
      await Promise.all(this.holders.splice(0).map((holder) => holder.subscription.close()));
    });
    afterAll(() => this.laboratory.close());
  }

  async add(options?: Partial<SubscriptionOptions>, altered = (own: Broker): Broker => own): Promise<Holder> {
    this.holders.push(new Holder(altered(await this.laboratory.broker()), { ...this.usual, ...options }));
    return this.holders.at(-1)!;
  }

  async make(): Promise<void> {
    const durable = durablesOf('router').find(({ name }) => name === DURABLE)!;
    await ensureDurable(this.broker.manager, durable, undefined, { since: new Date(0), floor: null });
  }

  async publish(messages = 1): Promise<void> {
    for (let count = 0; count < messages; count += 1) await this.broker.stream.publish(SUBJECT, '[]');
  }

  durable(): Promise<ConsumerInfo> {
    return this.broker.manager.consumers.info('EVT', DURABLE);
  }
}

describe.each([
  ['comes at once', {}],
  ['gathers with others', { gathers: 50 }],
])('a message that %s and is held', (_, usual) => {
  const holders = new Holders(usual);
  const holder: Holders['add'] = (...given) => holders.add(...given);
  const publish = () => holders.publish();
  const durable = () => holders.durable();
  const ackWait = (seconds: number) =>
    holders.broker.manager.consumers.update('EVT', DURABLE, { ack_wait: seconds * SECOND_IN_NANOSECONDS });

  it('comes to another when its process is gone (1)', async () => {
    const gone = await holder();
    await publish();
    await until(() => gone.messages.length === 1);
    await gone.broker.connection.close();
    const [lost] = gone.messages.splice(0);
    const other = await holder();
    await until(() => other.messages.length === 1);
    expect(other.messages.map(({ seq, redelivered }) => ({ seq, redelivered }))).toEqual([
      { seq: lost!.seq, redelivered: true },
    ]);
  });

  it('comes to another behind what was held before it, however long each was held (1)', async () => {
    await ackWait(2);
    const gone = await holder();
    await publish();
    await until(() => gone.messages.length === 1);
    await delay(250);
    await publish();
    await until(() => gone.messages.length === 2);
    // Long enough for the older one to be kept alive, and not yet for the younger by itself.
    await delay(400);
    await gone.broker.connection.close();
    const lost = gone.messages.splice(0).map(({ seq }) => seq);
    const other = await holder();
    await until(() => other.messages.length === 2);
    expect(other.messages.map(({ seq }) => seq)).toEqual(lost);
  });

  it('stays with a living process for as long as it takes, although others ask for it (1)', async () => {
    await ackWait(8);
    const one = await holder();
    await publish();
    await until(() => one.messages.length === 1);
    const other = await holder();
    await delay(10_000);
    expect([one.messages.length, other.messages.length, (await durable()).num_redelivered]).toEqual([1, 0, 0]);
  });

  it('is left to its first copy when the broker brings it again meanwhile (2)', async () => {
    await ackWait(0.2);
    const one = await holder();
    await publish();
    await until(async () => (await durable()).num_redelivered > 0);
    await delay(500);
    expect(one.messages).toHaveLength(1);
    await ackWait(30);
    one.answer();
    await until(async () => (await durable()).num_ack_pending === 0);
  });

  it('is taken again when it was given back (2)', async () => {
    const one = await holder();
    await publish();
    await until(() => one.messages.length === 1);
    const [given] = one.messages.splice(0);
    given!.nak();
    one.subscription.release(given!);
    await until(() => one.messages.length === 1);
    expect(one.messages[0]!.seq).toBe(given!.seq);
  });

  it('is left in the broker while the gate is shut (3)', async () => {
    const { gate, turn } = gateThatIs(false);
    const one = await holder({ gate });
    await publish();
    await delay(300);
    expect([one.messages.length, (await durable()).num_waiting]).toEqual([0, 0]);
    turn(true);
    await until(() => one.messages.length === 1);
    turn(false);
    await one.broker.connection.flush();
    await publish();
    await delay(300);
    expect([one.messages.length, (await durable()).num_pending]).toEqual([1, 1]);
    turn(true);
    await until(() => one.messages.length === 2);
  });

  it('is no trouble while the gate is shut that its durable cannot be pulled (3)', async () => {
    const { gate, turn } = gateThatIs(true);
    const dependencies = new Dependencies();
    await holder({ gate, dependencies, durable: 'nobody-made-this' });
    await until(() => dependencies.isAway('consumers'));
    turn(false);
    await until(() => !dependencies.isAway('consumers'));
    turn(true);
    await until(() => dependencies.isAway('consumers'));
  });

  it('is pulled once the connection is back, though the broker never answered on the one before (5)', async () => {
    let asked = 0;
    const hangsOnce = (own: Broker): Broker => {
      const { consumers } = own.stream;
      const get = (stream: string, name: string) =>
        (asked += 1) === 1 ? new Promise<never>(() => undefined) : consumers.get(stream, name);
      return { ...own, stream: { consumers: { get } } as unknown as Broker['stream'] };
    };
    const one = await holder({}, hangsOnce);
    await until(() => asked === 1);
    await one.broker.connection.reconnect();
    await publish();
    await until(() => one.messages.length === 1);
  });

  it('comes from the durable that was made again in place of one that is gone (4)', async () => {
    const one = await holder({ restore: () => holders.make() });
    await until(async () => (await durable()).num_waiting === 1);
    await holders.broker.manager.consumers.delete('EVT', DURABLE);
    await until(async () => (await durable().catch(() => null))?.num_waiting === 1);
    await publish();
    await until(() => one.messages.some(({ redelivered }) => !redelivered));
  });
});

describe('messages that gather', () => {
  const holders = new Holders();

  it('are asked for again only when they have gathered: the first comes at once, those behind it together (6)', async () => {
    const one = await holders.add({ gathers: 3_000 });
    await holders.publish(1);
    await until(() => one.messages.length === 1);
    await holders.publish(5);
    const { num_waiting, num_pending } = await holders.durable();
    expect([num_waiting, num_pending, one.messages.length]).toEqual([0, 5, 1]);
    await until(() => one.messages.length === 6);
    expect(one.messages.map(({ info }) => info.pending)).toEqual([0, 4, 3, 2, 1, 0]);
  });

  it('come again one after the other without a wait when the process that held them is gone (6)', async () => {
    const gone = await holders.add();
    await holders.publish(6);
    await until(() => gone.messages.length === 6);
    await gone.broker.connection.close();
    gone.messages.splice(0);
    const other = await holders.add({ gathers: 60_000 });
    await until(() => other.messages.length === 6);
    expect(other.messages.every(({ redelivered }) => redelivered)).toBe(true);
  });
});

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await delay(20);
}

function gateThatIs(isOpen: boolean): { readonly gate: Gate; readonly turn: (isOpen: boolean) => void } {
  const listeners = new Set<() => void>();
  const gate = {
    isOpen,
    watch: (listener: () => void) => (listeners.add(listener), () => void listeners.delete(listener)),
  };
  const turn = (now: boolean): void => {
    gate.isOpen = now;
    for (const listener of listeners) listener();
  };
  return { gate, turn };
}
