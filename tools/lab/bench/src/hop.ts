import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { streamOf, type RecordedOf } from '@arbiter/contracts';
import { ArtifactBundles, ArtifactRegistry } from '@arbiter/artifacts';
import { Publisher, openBroker, readConfiguration } from '@arbiter/runtime';
import type { System } from '@arbiter/stack';
import { Keyring, openDatabase, EventStore } from '@arbiter/store';
import { round } from './statistics';
import type { Line } from './workload';

const CHUNK = 500;
const PATIENCE_MILLISECONDS = 120_000;

/**
 * One hop (consume, decide, append, publish, ack): how fast the planner works through a backlog, by the log's own
 * clock.
 */
export async function hop(system: System, count: number): Promise<Line> {
  await system.stopApp('planner');
  await system.stopApp('executor');
  const configuration = readConfiguration('router', system.environmentOf('router'));
  const database = openDatabase(configuration.postgresUrl, 'bench', 2);
  const broker = await openBroker({
    url: configuration.natsUrl,
    user: configuration.natsUser,
    password: configuration.natsPassword,
    name: 'bench',
    inbox: 'router',
  });
  try {
    const keyring = new Keyring(database, configuration.masterKeys);
    const store = new EventStore(database, keyring, 'router');
    const artifacts = await new ArtifactRegistry(new ArtifactBundles(database), store).active('shop');
    await keyring.load([{ tenant: 'shop', customerId: 'C-0001' }]);
    const publisher = new Publisher(broker);
    for (let written = 0; written < count; written += CHUNK) {
      const facts = Array.from({ length: Math.min(CHUNK, count - written) }, () => requested(artifacts));
      const appended = await store.append(
        facts.map((fact) => ({ stream: fact.stream, events: [fact], decisions: [], due: [], ui: [] })),
      );
      await publisher.publish(appended.travelling);
    }
    await system.startApp('planner');
    return { bench: 'hop', messages: count, ...(await measure(database, count)) };
  } finally {
    await broker.close();
    await database.close();
    await system.startApp('executor');
  }
}

async function measure(database: ReturnType<typeof openDatabase>, count: number): Promise<Line> {
  const until = performance.now() + PATIENCE_MILLISECONDS;
  const query = `select count(*) as plans, extract(epoch from max(recorded_at) - min(recorded_at)) as seconds from event
                 where type like 'arbiter.plan.accepted.v%' and stream_id like 'plan-shop-bench%'`;
  for (;;) {
    const { plans, seconds } = (await database.pool.query<{ plans: string; seconds: string }>(query)).rows[0]!;
    if (Number(plans) >= count)
      return { seconds: round(Number(seconds), 2), hops_per_second: round(count / Number(seconds), 0) };
    if (performance.now() > until)
      throw new Error(`only ${plans} of ${count} plans after ${PATIENCE_MILLISECONDS / 1_000} s`);
    await delay(200);
  }
}

function requested(artifacts: string): RecordedOf<'run.requested'> {
  const requestId = `bench${randomUUID()}`;
  const now = new Date().toISOString();
  return {
    id: randomUUID(),
    name: 'run.requested',
    app: 'router',
    stream: streamOf('session', 'shop', requestId),
    version: 1,
    time: now,
    tenant: 'shop',
    customerId: 'C-0001',
    correlationId: requestId,
    causationId: null,
    source: null,
    traceParent: null,
    data: {
      requestId,
      sessionId: requestId,
      threadId: null,
      channel: 'api',
      messageId: null,
      purpose: 'respond',
      intentId: null,
      template: null,
      copy: 'greeting',
      follows: null,
      question: null,
      fallback: false,
      args: {},
      artifacts,
      delivery: { locale: 'en', anchor: null, clears: null },
      overtakes: [],
      consent: null,
      replaces: null,
    },
  };
}
