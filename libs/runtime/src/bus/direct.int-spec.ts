import { setTimeout as delay } from 'node:timers/promises';
import { subjects, type EventName, type WireEvent } from '@arbiter/contracts';
import { startBroker } from '@arbiter/stack';
import type { WrittenEvent } from '@arbiter/store';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ShellLaboratory } from '../testing/shell-laboratory';
import { openBroker, type Broker } from './broker';
import { DirectDelivery, HERE_MILLISECONDS } from './direct-delivery';
import { DirectIntake } from './direct-intake';
import { messagesOf, type OutgoingMessage } from './outgoing-message';
import { accountsBlock, natsUsers } from './permissions';

const NAME = 'plan.accepted';

/** An event as it travels. */
const wire = (id: string, name: EventName = NAME) => ({ id, type: `arbiter.${name}.v1`, tenantid: 'shop' });
const message = (...wires: readonly { readonly id: string }[]): OutgoingMessage<WrittenEvent> =>
  messageOf(NAME, {}, wires);
const messageOf = (
  name: EventName,
  data: Readonly<Record<string, unknown>>,
  wires: readonly { readonly id: string }[],
): OutgoingMessage<WrittenEvent> =>
  messagesOf<WrittenEvent>(
    wires.map((one) => ({ id: one.id, name, tenant: 'shop', text: JSON.stringify(one), event: { data } }) as never),
  )[0]!;

describe('events that go straight to the service that acts on them', () => {
  let laboratory: ShellLaboratory;
  let sender: Broker;
  let consumer: Broker;
  let delivery: DirectDelivery;
  const open: DirectIntake[] = [];

  beforeAll(async () => {
    laboratory = await ShellLaboratory.open();
    [sender, consumer] = [await laboratory.broker(), await laboratory.broker()];
  });
  beforeEach(async () => {
    delivery = new DirectDelivery(sender);
    await sender.connection.flush();
  });
  afterEach(() => {
    jest.restoreAllMocks();
    for (const intake of open.splice(0)) intake.close();
  });
  afterAll(() => laboratory.close());

  /** A service with all of its work, or a part, which takes events in and may fail. */
  async function executor({ isWhole = true, isStoreUp = true, fails = false, patientWith = '' } = {}) {
    const listeners = new Set<() => void>();
    const share = {
      isWhole,
      watch: (listener: () => void) => (listeners.add(listener), () => void listeners.delete(listener)),
    };
    const taken: string[] = [];
    const takeIn = async (_name: EventName, wires: readonly WireEvent[]): Promise<void> => {
      taken.push(...wires.map(({ id }) => id));
      if (fails) throw new Error('not now');
    };
    const dependencies = { isStoreUp };
    const mayWait = (_name: EventName, { id }: WireEvent): boolean => id === patientWith;
    const parts = { app: 'executor', broker: consumer, share, dependencies, takeIn, mayWait } as const;
    const intake = new DirectIntake(parts, [NAME]);
    open.push(intake);
    const becomes = async (whole: boolean) => {
      share.isWhole = whole;
      for (const listener of listeners) listener();
      await consumer.connection.flush();
    };
    await consumer.connection.flush();
    return { intake, taken, becomes };
  }

  /** Both connections have taken in what was published before. */
  async function arrived(): Promise<void> {
    for (const { connection } of [sender, consumer, sender]) await connection.flush();
    await delay(20);
  }

  const later = (milliseconds: number) => {
    const now = Date.now();
    jest.spyOn(Date, 'now').mockReturnValue(now + milliseconds);
  };

  it('reach it, and their copies may wait once it was heard (DirectDelivery 2)', async () => {
    const { taken, intake } = await executor();
    expect(delivery.send(message(wire('a')))).toBe(false);
    await arrived();
    expect(delivery.send(message(wire('b'), wire('c')))).toBe(true);
    await arrived();
    expect(taken).toEqual(['a', 'b', 'c']);
    expect(await intake.tookIn(['b', 'c'])).toEqual({ came: true, wentThrough: true });
  });

  it('have their copies sent at once when it was not heard for a while (DirectDelivery 2)', async () => {
    await executor();
    delivery.send(message(wire('a')));
    await arrived();
    later(HERE_MILLISECONDS);
    expect(delivery.send(message(wire('b')))).toBe(false);
  });

  it('have their copies sent at once when a service that gathers them needs one at once (DirectDelivery 2)', async () => {
    for (const app of ['router', 'ingress'] as const) consumer.connection.publish(subjects.here(app));
    await arrived();
    const ended = (id: string, followers: readonly string[]) =>
      delivery.send(messageOf('run.completed', { followers }, [wire(id, 'run.completed')]));
    expect(ended('a', [])).toBe(true);
    expect(ended('b', ['run-1'])).toBe(false);
  });

  it('are sent once a second at most while it is not there (DirectDelivery 3)', async () => {
    const { taken, becomes } = await executor({ isWhole: false });
    expect(delivery.send(message(wire('a')))).toBe(false);
    await arrived();
    await becomes(true);
    expect(delivery.send(message(wire('b')))).toBe(false);
    await arrived();
    expect(taken).toEqual([]);
    later(1_000);
    expect(delivery.send(message(wire('c')))).toBe(false);
    await arrived();
    expect(taken).toEqual(['c']);
  });

  it('that fail there come with the copy, which is asked about once (DirectIntake 1, 3)', async () => {
    const { intake } = await executor({ fails: true });
    delivery.send(message(wire('a')));
    await arrived();
    expect(await intake.tookIn(['a'])).toEqual({ came: true, wentThrough: false });
    expect(await intake.tookIn(['a'])).toEqual({ came: false, wentThrough: false });
  });

  it('that may wait come with the copy, and those beside them at once (DirectIntake 1)', async () => {
    const { taken, intake } = await executor({ patientWith: 'b' });
    delivery.send(message(wire('a'), wire('b')));
    await arrived();
    expect(taken).toEqual(['a']);
    expect(await intake.tookIn(['b'])).toEqual({ came: false, wentThrough: false });
    expect(delivery.send(message(wire('b')))).toBe(true);
  });

  it('went through as one only when each of them did (DirectIntake 3)', async () => {
    const { intake } = await executor();
    delivery.send(message(wire('a')));
    await arrived();
    expect(await intake.tookIn(['a', 'unknown'])).toEqual({ came: true, wentThrough: false });
  });

  it('are left to their copies while the store is away, or a replica has a part of the work (DirectIntake 1, 2)', async () => {
    const { taken } = await executor({ isStoreUp: false });
    delivery.send(message(wire('a')));
    await arrived();
    expect(taken).toEqual([]);
    open.splice(0).forEach((intake) => intake.close());
    const { taken: whole, becomes } = await executor();
    await becomes(false);
    later(2_000);
    delivery.send(message(wire('b')));
    await arrived();
    expect(whole).toEqual([]);
  });

  it('are refused where they do not belong', async () => {
    const { taken, intake } = await executor();
    sender.connection.publish(subjects.direct('shop', NAME), JSON.stringify([wire('a', 'run.completed')]));
    sender.connection.publish(subjects.direct('shop', NAME), 'no JSON');
    await arrived();
    expect(taken).toEqual([]);
    expect(await intake.tookIn(['a'])).toEqual({ came: false, wentThrough: false });
  });

  it('are left to their copies by a broker whose configuration is of an older release, and nothing else is disturbed', async () => {
    const isNew = (subject: string) => /\.now\.|^here\./.test(subject);
    const older = natsUsers(String).map(({ permissions, ...user }) => ({
      ...user,
      permissions: permissions && {
        publish: permissions.publish.filter((subject) => !isNew(subject)),
        subscribe: permissions.subscribe.filter((subject) => !isNew(subject)),
      },
    }));
    const { nats, stop } = await startBroker({
      dataFolder: mkdtempSync(join(tmpdir(), 'arbiter-older-broker-')),
      throwaway: true,
      natsConfiguration: () => accountsBlock(older),
    });
    const opened = (app: string) => openBroker({ url: nats.url, user: app, password: app, name: app, inbox: app });
    const [planner, executor] = [await opened('planner'), await opened('executor')];
    try {
      const refused = new DirectDelivery(planner);
      const takeIn = async (): Promise<void> => undefined;
      const share = { isWhole: true, watch: () => () => undefined };
      const dependencies = { isStoreUp: true };
      const parts = { app: 'executor', broker: executor, share, dependencies, takeIn, mayWait: () => false } as const;
      open.push(new DirectIntake(parts, [NAME]));
      for (const id of ['a', 'b']) {
        expect(refused.send(message(wire(id)))).toBe(false);
        await Promise.all([planner.connection.flush(), executor.connection.flush()]);
        await delay(50);
      }
      expect([planner.connection.isClosed(), executor.connection.isClosed()]).toEqual([false, false]);
    } finally {
      open.splice(0).forEach((intake) => intake.close());
      await Promise.all([planner.close(), executor.close()]);
      await stop();
    }
  });
});
