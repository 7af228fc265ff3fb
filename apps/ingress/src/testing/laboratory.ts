import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { subjects, type BrokerStream, type UiEventType, type Values } from '@arbiter/contracts';
import { BrokerKeeper, ServiceHost, openBroker } from '@arbiter/runtime';
import { startThrowawayStack, type Stack, type ThrowawayStackOptions } from '@arbiter/stack';
import { openDatabase } from '@arbiter/store';
import { ingress } from '../service';
import { partsOf, type IngressParts } from './ingress-parts';

/** Those that API keys may be for. */
const TENANTS = ['shop', 'other'];

export interface RunningIngress {
  readonly ingress: IngressParts;
  readonly url: string;
  readonly stop: () => Promise<void>;
}

interface ShownRun {
  readonly requestId: string;
  readonly sessionId: string;
  readonly customerId: string;
}

export type Shown = readonly [type: UiEventType, payload?: Values];

/** Ingress on real servers; what the other services would do, the test does. */
export class Laboratory {
  private readonly stops: (() => Promise<void>)[] = [];
  private readonly masterKey = randomBytes(32).toString('base64');

  private constructor(readonly stack: Stack) {}

  static async open(options?: ThrowawayStackOptions): Promise<Laboratory> {
    const stack = await startThrowawayStack(options);
    const database = openDatabase(stack.postgres.url, 'test', 1);
    for (const tenant of TENANTS)
      await database.query.insertInto('artifact').values({ hash: tenant, tenant, body: '{}' }).execute();
    await database.close();
    const laboratory = new Laboratory(stack);
    await laboratory.keepBroker();
    return laboratory;
  }

  /** What telemetry does for all. */
  private async keepBroker(): Promise<void> {
    const database = openDatabase(this.stack.postgres.url, 'keeper', 1);
    const broker = await openBroker({ url: this.stack.nats.url, name: 'keeper', inbox: 'telemetry' });
    const keeper = new BrokerKeeper({
      broker,
      database,
      instance: 'keeper',
      replicas: 1,
      megabytes: 1_024,
      onTrouble: () => undefined,
      onNewLife: () => undefined,
    });
    await keeper.start();
    this.stops.push(async () => {
      await keeper.close();
      await broker.close();
      await database.close();
    });
  }

  async start(environment: NodeJS.ProcessEnv = {}): Promise<RunningIngress> {
    const host = await ServiceHost.open('ingress', 1, {
      ARBITER_POSTGRES_URL: this.stack.postgres.url,
      ARBITER_NATS_URL: this.stack.nats.url,
      ARBITER_MASTER_KEY: this.masterKey,
      ARBITER_HTTP_PORT: '0',
      ARBITER_LOG_LEVEL: 'silent',
      ...environment,
    });
    const service = await ingress.open(host).catch(async (error: unknown) => {
      await host.close();
      throw error;
    });
    let stopping: Promise<void> | undefined;
    const stop = () => (stopping ??= service.close().then(() => host.close()));
    this.stops.push(stop);
    return { ingress: partsOf(service.context), url: `http://127.0.0.1:${service.port}`, stop };
  }

  async close(): Promise<void> {
    for (const stop of this.stops) await stop();
    await this.stack.stop();
  }
}

/** Shows lines of a run as the executor does: first into the log, then over the broker. `lost`: only into the log. */
export async function show(
  { ingress }: RunningIngress,
  run: ShownRun,
  from: number,
  lines: readonly Shown[],
  lost = false,
): Promise<void> {
  const { keyring, database, broker } = ingress.core;
  const { requestId, sessionId, customerId } = run;
  await keyring.create([{ tenant: 'shop', customerId }]);
  const bodies = lines.map(([type, payload], index) => {
    const seq = from + index;
    const sealed = payload && {
      sealed: keyring.seal({ tenant: 'shop', customerId }, `ui:${requestId}#${seq}`, payload),
    };
    return JSON.stringify({
      type,
      phase: 'tool_phase',
      phaseIndex: 1,
      cycleIndex: 1,
      request_id: requestId,
      requestId,
      projectId: 'shop',
      sessionId,
      seq,
      ts: '2026-01-01T00:00:00.000Z',
      customerId,
      payload: sealed ?? {},
    });
  });
  for (const [index, body] of bodies.entries()) {
    await database.query
      .insertInto('ui_log')
      .values({
        run_id: requestId,
        seq: from + index,
        tenant: 'shop',
        session_id: sessionId,
        body,
        opened_on: '2026-01-01',
      })
      .execute();
  }
  if (!lost) for (const body of bodies) broker.connection.publish(subjects.ui('shop', sessionId, requestId), body);
}

/** The messages of a stream that are there, of the subjects that are wanted. */
export async function messagesIn({ core }: IngressParts, stream: BrokerStream, wanted: (subject: string) => boolean) {
  const { streams } = core.broker.manager;
  const { first_seq: first, messages: count } = (await streams.info(stream)).state;
  const all = await Promise.all(
    Array.from({ length: count }, (_, index) => streams.getMessage(stream, { seq: first + index })),
  );
  return all.filter((message) => message !== null).filter(({ subject }) => wanted(subject));
}

/** Tries until it holds; the last failure is the test's. */
export async function eventually<T>(work: () => Promise<T>, attempts = 200): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= attempts) throw error;
      await delay(50);
    }
  }
}
