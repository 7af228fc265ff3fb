import { durableOf, subjects } from '@arbiter/contracts';
import { openBroker, type Broker } from '@arbiter/runtime';
import { TestSystem, eventually } from './test-system';

const RUNS = 20;
/** A round in which the database was slow says nothing. */
const MOST_ROUNDS = 3;

describe('a process a service', () => {
  let arbiter: TestSystem;
  let broker: Broker;
  const here = new Set<string>();

  beforeAll(async () => {
    arbiter = await TestSystem.open({ processes: 'each' });
    const { ARBITER_NATS_URL: url } = arbiter.system.environmentOf('ingress');
    const { ARBITER_NATS_USER: user, ARBITER_NATS_PASSWORD: password } = arbiter.system.environmentOf(null);
    broker = await openBroker({ url: url!, user, password, name: 'direct', inbox: 'operator' });
    broker.connection.subscribe(subjects.everyHere, { callback: (_, { subject }) => void here.add(subject) });
  });
  afterAll(async () => {
    await broker?.close();
    await arbiter?.close();
  });

  /** How often the planner decided a stream, and how many failures it survived: it decides again after one. */
  async function planned(): Promise<{ readonly streams: number; readonly troubles: number }> {
    const planner = arbiter.system.services.find(({ apps }) => apps.includes('planner'))!;
    const metrics = await (await fetch(`http://127.0.0.1:${planner.adminPort}/metrics`)).text();
    const [streams = 0, troubles = 0] = ['arbiter_batch_streams_sum', 'arbiter_troubles_total'].map((name) =>
      [...metrics.matchAll(new RegExp(`^${name}\\{.*\\} (\\d+)$`, 'gm'))].reduce(
        (sum, [, value]) => sum + Number(value),
        0,
      ),
    );
    return { streams, troubles };
  }

  const isThrough = () =>
    eventually('the broker to be through', async () => {
      const durable = durableOf('planner', 'run.requested');
      const { num_pending: pending, num_ack_pending: taken } = await broker.manager.consumers.info('EVT', durable);
      return pending + taken === 0;
    });

  const runs = () =>
    Promise.all(
      Array.from({ length: RUNS }, async () => arbiter.ended(await arbiter.submit('echo_five', { text: 'hello' }))),
    );

  it('takes each event in once, though it comes straight and once more from the broker', async () => {
    await runs();
    await eventually('every consumer to be heard', async () =>
      ['ingress', 'router', 'planner', 'executor', 'action-gateway'].every((app) => here.has(subjects.here(app))),
    );
    await isThrough();
    for (let round = 1; ; round += 1) {
      const before = await planned();
      await runs();
      await isThrough();
      const after = await planned();
      if (after.troubles > before.troubles && round < MOST_ROUNDS) continue;
      expect(after).toEqual({ ...before, streams: before.streams + RUNS });
      return;
    }
  });
});
