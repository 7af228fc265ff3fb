import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { APPS, type App } from '@arbiter/contracts';
import type { System } from '@arbiter/stack';
import { Pool } from 'pg';
import { HttpClient } from './http-client';
import { summarise } from './statistics';
import type { Line } from './workload';

const LOOK_UP = 'GET /customers/{customerId}/orders/{orderNumber}';
/** of the look-ups that are under way at the kill */
const SLOW_MILLISECONDS = 3_000;
/** The first customers are those of the documentation. */
const CUSTOMERS = Array.from({ length: 150 }, (_, index) => `C-${String(index + 3).padStart(4, '0')}`);
const NO_APPROVAL_BELOW = 50;
const PAID = ['processing', 'shipped', 'delivered'];
const POLL_MILLISECONDS = 50;
const PATIENCE_MILLISECONDS = 120_000;

/**
 * Kills every service while so many runs are under way and starts them again at once. Reports how long it takes until
 * all of them take work, and how long after that the runs are done. Half are refunds that wait for the vendor's look-up
 * at the kill, half are anywhere between their steps; the vendor is quick again afterwards.
 */
export async function restart(system: System, runs: number): Promise<Line> {
  const orders = (await smallOrders(system)).slice(0, runs / 2);
  const warm = new HttpClient(system.httpUrl);
  const pool = new Pool({ connectionString: system.stack.postgres.url, max: 1, options: '-c search_path=arbiter' });
  try {
    await untilEnded(pool, await Promise.all(Array.from({ length: runs }, () => submitEcho(warm))));
    const submitted = await submitAll(system, warm, orders, runs - orders.length);
    await killAll(system);
    const unfinished = submitted.length - (await endsOf(pool, submitted)).length;
    await faults(system, []);
    const began = Date.now();
    await startAll(system);
    const ready = Date.now();
    const ends = await untilEnded(pool, submitted);
    const { p50, max } = summarise(
      ends.map((at) => Math.max(0, at - ready)),
      0,
    );
    return {
      bench: 'restart',
      runs,
      in_flight: unfinished,
      ready_ms: ready - began,
      done_after_ready_p50_ms: p50,
      done_after_ready_ms: max,
    };
  } finally {
    warm.close();
    await pool.end();
  }
}

interface Order {
  readonly orderNumber: string;
  readonly customerId: string;
}

async function submitAll(
  system: System,
  client: HttpClient,
  orders: readonly Order[],
  echoes: number,
): Promise<readonly string[]> {
  await faults(system, [{ route: LOOK_UP, kind: 'slow', delayMilliseconds: SLOW_MILLISECONDS }]);
  const refunds = await Promise.all(
    orders.map(({ orderNumber, customerId }) => submit(client, 'refund_order', { orderNumber }, customerId)),
  );
  return [...refunds, ...(await Promise.all(Array.from({ length: echoes }, () => submitEcho(client))))];
}

const submitEcho = (client: HttpClient): Promise<string> => submit(client, 'echo_five', { text: 'hello' }, 'C-0001');

async function submit(client: HttpClient, template: string, args: unknown, userId: string): Promise<string> {
  const key = randomUUID();
  const { status, text } = await client.post(
    '/api/runs',
    { template, args, sessionId: `bench-${key}`, userId },
    { 'idempotency-key': key },
  );
  if (status !== 202) throw new Error(`a run was answered ${status}: ${text.slice(0, 300)}`);
  return (JSON.parse(text) as { requestId: string }).requestId;
}

/** Paid ones that are refunded without an approval. */
async function smallOrders({ vendorUrl }: System): Promise<readonly Order[]> {
  const all = await Promise.all(
    CUSTOMERS.map(async (customerId) => {
      const { orders } = (await (await fetch(`${vendorUrl}/customers/${customerId}/orders`)).json()) as {
        orders: readonly { orderNumber: string; total: number; status: string }[];
      };
      return orders
        .filter(({ total, status }) => total < NO_APPROVAL_BELOW && PAID.includes(status))
        .map(({ orderNumber }) => ({ orderNumber, customerId }));
    }),
  );
  return all.flat();
}

async function faults({ vendorUrl }: System, wanted: readonly unknown[]): Promise<void> {
  await fetch(`${vendorUrl}/_sandbox/faults`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(wanted),
  });
}

/** An app for each process. */
const hosts = (system: System): readonly App[] => (system.options.processes === 'one' ? ['ingress'] : APPS);

const killAll = (system: System): Promise<unknown> => Promise.all(hosts(system).map((app) => system.kill(app)));
const startAll = (system: System): Promise<unknown> => Promise.all(hosts(system).map((app) => system.startApp(app)));

async function untilEnded(pool: Pool, runs: readonly string[]): Promise<readonly number[]> {
  for (const until = Date.now() + PATIENCE_MILLISECONDS; Date.now() < until; await delay(POLL_MILLISECONDS)) {
    const ends = await endsOf(pool, runs);
    if (ends.length === runs.length) return ends;
  }
  throw new Error(`not all runs ended within ${PATIENCE_MILLISECONDS / 1_000} s`);
}

/** When those of the runs ended that have, in milliseconds since the epoch. */
async function endsOf(pool: Pool, runs: readonly string[]): Promise<readonly number[]> {
  const { rows } = await pool.query<{ at: Date }>(
    `select recorded_at as at from event where stream_id = any($1::text[]) and starts_with(type, 'arbiter.run.completed.')`,
    [runs.map((run) => `run-shop-${run}`)],
  );
  return rows.map(({ at }) => at.getTime());
}
