import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { ModelsDefinition } from '@arbiter/contracts';
import { ArtifactBundles, ArtifactRegistry } from '@arbiter/artifacts';
import { Asker, type Ask } from '@arbiter/models';
import { inboxOf, openBroker, readConfiguration } from '@arbiter/runtime';
import type { System, SystemOptions } from '@arbiter/stack';
import { EventStore, Keyring, openDatabase } from '@arbiter/store';
import { parse, stringify } from 'yaml';
import { difference, processorTime } from './processor-time';
import { drive, round, summarise } from './statistics';
import type { Line } from './workload';

const DEPLOY = resolve(__dirname, '../../../../deploy');
const CUSTOMER = { tenant: 'shop', customerId: 'C-0001' };
const DIGITS = 2;

/** Until the code is warm, calls take several times as long. */
const WARMING_CALLS = 3_000;

/**
 * The time that provider-gateway adds to a call of a model: asks over the broker, sealed, to a provider that answers at
 * once; beside it the same provider called without a gateway. With and without budgets, and with streaming on and off.
 */
export async function modelCalls(
  start: (options: Partial<SystemOptions>) => Promise<System>,
  count: number,
): Promise<readonly Line[]> {
  const model = fork(join(__dirname, 'answering-model.js'), { execArgv: [] });
  const [port] = (await once(model, 'message')) as [number];
  const url = `http://127.0.0.1:${port}/v1`;
  const lines: Line[] = [];
  try {
    for (const budgets of [true, false]) {
      const environment = { ARBITER_LOG_LEVEL: 'warn', ARBITER_MODEL_URL: url, ARBITER_MODEL: 'fake' };
      const system = await start({ processes: 'each', tenants: [tenantWith(budgets)], environment });
      try {
        lines.push(...(await measured(system, url, count, budgets)));
      } finally {
        await system.stop();
      }
    }
  } finally {
    model.kill();
  }
  return lines;
}

/** The shop, in which only the fake may write prose, with any number of calls at once. */
function tenantWith(budgets: boolean): string {
  const home = mkdtempSync(join(tmpdir(), 'arbiter-bench-tenant-'));
  const folder = join(home, 'tenants/shop');
  for (const part of ['tenants/shop', 'playbooks']) cpSync(join(DEPLOY, part), join(home, part), { recursive: true });
  const path = join(folder, 'models.yaml');
  const models = parse(readFileSync(path, 'utf8')) as ModelsDefinition;
  const providers = models.providers!.map((provider) => ({
    ...provider,
    limits: { ...provider.limits, inFlight: 1_000 },
  }));
  const day = { tokens: Number.MAX_SAFE_INTEGER };
  const changed = {
    ...models,
    providers,
    tiers: { ...models.tiers, C: [{ provider: 'own' }] },
    budgets: budgets ? { ...models.budgets, day } : {},
  };
  writeFileSync(path, stringify(changed));
  return folder;
}

async function measured(system: System, url: string, count: number, budgets: boolean): Promise<readonly Line[]> {
  const executor = readConfiguration('executor', system.environmentOf('executor'));
  const ingress = readConfiguration('ingress', system.environmentOf('ingress'));
  const database = openDatabase(ingress.postgresUrl, 'bench', 2);
  const { natsUrl, natsUser: user, natsPassword: password } = executor;
  const broker = await openBroker({ url: natsUrl, user, password, name: 'bench', inbox: 'executor' });
  const keyring = new Keyring(database, executor.masterKeys);
  const asker = new Asker(broker.connection, keyring, { inboxPrefix: inboxOf('executor') });
  try {
    await keyring.create([CUSTOMER]);
    const artifacts = await new ArtifactRegistry(
      new ArtifactBundles(database),
      new EventStore(database, keyring, 'executor'),
    ).active('shop');
    const ask = async (onDelta?: () => void): Promise<void> => {
      const answer = await asker.ask(askOf(artifacts), onDelta);
      if (answer.kind !== 'reply') throw new Error(`the gateway did not answer: ${JSON.stringify(answer)}`);
    };
    const lines: Line[] = [];
    for (const streaming of [false, true]) {
      const call = () => ask(streaming ? () => undefined : undefined);
      for (const warming of [call, () => called(url)]) await drive(WARMING_CALLS, 16, warming);
      for (const inFlight of [1, 16, 64])
        lines.push({ budgets, streaming, ...(await compared(call, url, inFlight, count)) });
    }
    return lines;
  } finally {
    await asker.close();
    await broker.close();
    await database.close();
  }
}

async function compared(ask: () => Promise<void>, url: string, inFlight: number, count: number): Promise<Line> {
  const total = inFlight === 1 ? Math.ceil(count / 5) : count;
  const direct = await drive(total, inFlight, () => called(url));
  const before = processorTime();
  const { durations, elapsed } = await drive(total, inFlight, ask);
  const spent = difference(processorTime(), before);
  const [alone, through] = [summarise(direct.durations, DIGITS), summarise(durations, DIGITS)];
  return {
    bench: 'model_calls',
    in_flight: inFlight,
    calls: total,
    calls_per_second: round((total * 1_000) / elapsed, 0),
    ms: through,
    direct_ms: alone,
    overhead_p50_ms: round(through.p50 - alone.p50, DIGITS),
    cpu_ms_per_call: round(spent.total / total, DIGITS),
    cpu_ms_by_process: Object.fromEntries(
      Object.entries(spent.by).map(([name, time]) => [name, round(time / total, DIGITS)]),
    ),
  };
}

async function called(url: string): Promise<void> {
  await (await fetch(`${url}/chat/completions`, { method: 'POST', body: '{}' })).text();
}

const askOf = (artifacts: string): Ask => {
  const runId = randomUUID();
  return {
    ...CUSTOMER,
    askId: `run-shop-${runId}@1/narrative`,
    purpose: 'narrative',
    artifacts,
    runId,
    stepId: 'reply',
    deadline: new Date(Date.now() + 30_000).toISOString(),
    input: {
      copy: 'order_status',
      locale: 'en',
      closing: null,
      values: { orderNumber: '1002', status: 'on its way', carrier: 'UPS', eta: '2026-11-25' },
    },
  };
};
