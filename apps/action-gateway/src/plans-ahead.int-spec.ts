import { setTimeout as delay } from 'node:timers/promises';
import { subjects } from '@arbiter/contracts';
import { openBroker, type Broker, type Handover } from '@arbiter/runtime';
import { startBroker } from '@arbiter/stack';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PlansAhead } from './plans-ahead';

const wire = (runId: string) => ({
  id: runId,
  type: 'arbiter.plan.accepted.v1',
  tenantid: 'shop',
  subject: planOf(runId),
});
const planOf = (runId: string) => `plan-shop-${runId}`;

describe('plans that the gateway reads ahead', () => {
  let broker: Broker;
  let stop: () => Promise<void>;
  const open: PlansAhead[] = [];

  beforeAll(async () => {
    const dataFolder = mkdtempSync(join(tmpdir(), 'arbiter-plans-ahead-'));
    const server = await startBroker({ dataFolder, throwaway: true });
    ({ stop } = server);
    broker = await openBroker({ url: server.nats.url, name: 'plans-ahead', inbox: 'plans-ahead' });
  });
  afterEach(() => open.splice(0).forEach((plans) => plans.onModuleDestroy()));
  afterAll(async () => {
    await broker?.close();
    await stop?.();
  });

  async function gateway({
    isWhole = true,
    handover = null as Handover | null,
    readAhead = async () => undefined as void,
  } = {}) {
    const read: string[] = [];
    const plans = new PlansAhead(
      broker,
      { handover },
      { isWhole },
      {
        readAhead: (stream: string) => (read.push(stream), readAhead()),
      },
    );
    open.push(plans);
    plans.onApplicationBootstrap();
    await broker.connection.flush();
    return read;
  }

  async function accepted(...runIds: readonly string[]): Promise<void> {
    broker.connection.publish(subjects.direct('shop', 'plan.accepted'), JSON.stringify(runIds.map(wire)));
    await broker.connection.flush();
    await delay(20);
  }

  it('are those of every plan that was accepted', async () => {
    const read = await gateway();
    await accepted('r1', 'r2');
    await accepted('r3');
    expect(read).toEqual([planOf('r1'), planOf('r2'), planOf('r3')]);
  });

  it('are none while other replicas have a part of the work, or all services share the process (1, 3)', async () => {
    const shared = await gateway({ isWhole: false });
    const together = await gateway({ handover: {} as Handover });
    await accepted('r1');
    expect([shared, together]).toEqual([[], []]);
  });

  it('are left until they are needed when they cannot be read, or too many are being read (2)', async () => {
    const failing = await gateway({ readAhead: () => Promise.reject(new Error('Postgres is away')) });
    const waiting = await gateway({ readAhead: () => new Promise(() => undefined) });
    const runIds = Array.from({ length: 501 }, (_, index) => `many-${index}`);
    await accepted(...runIds);
    await accepted('r9');
    expect(failing).toEqual([...runIds.slice(0, 500).map(planOf), planOf('r9')]);
    expect(waiting).toHaveLength(500);
  });

  it('are none of a message that does not belong there', async () => {
    const read = await gateway();
    broker.connection.publish(
      subjects.direct('shop', 'plan.accepted'),
      JSON.stringify([{ ...wire('r1'), tenantid: 'other' }]),
    );
    broker.connection.publish(subjects.direct('shop', 'plan.accepted'), 'no JSON');
    await accepted('r2');
    expect(read).toEqual([planOf('r2')]);
  });
});
