import { randomUUID } from 'node:crypto';
import type { System } from '@arbiter/stack';
import { Pool } from 'pg';
import { HttpClient } from './http-client';
import { difference, processorTime } from './processor-time';
import { drive, round, summarise } from './statistics';

export type Line = Readonly<Record<string, unknown>>;

/** Chat turns, POST to `rag.done`, `sessions` at once, each session one turn after the other. */
export async function chatTurns(system: System, sessions: number, turns: number): Promise<Line> {
  const client = new HttpClient(system.httpUrl);
  const firsts: number[] = [];
  const texts = ['Where is my order 1002?', 'any luck?', 'thanks', 'Where is my order 1001?'];
  const say = async (index: number): Promise<void> => {
    const began = performance.now();
    const text = texts[Math.floor(index / sessions) % texts.length]!;
    firsts.push((await turnOnce(client, `bench-${sessions}-${index % sessions}`, text)) - began);
  };
  const { durations, elapsed } = await drive(turns, sessions, say);
  client.close();
  return {
    bench: 'chat_turn',
    sessions,
    turns,
    turns_per_second: round((turns / elapsed) * 1_000),
    ...inMilliseconds(durations),
    first_event_ms: summarise(firsts),
  };
}

/** Direct runs of a template, started and awaited over HTTP. */
export async function directRuns(
  system: System,
  template: string,
  steps: number,
  inFlight: number,
  total: number,
): Promise<Line> {
  const client = new HttpClient(system.httpUrl);
  const run = (): Promise<void> => runOnce(client, template, 'C-0001', randomUUID());
  await drive(Math.min(total, inFlight * 4), inFlight, run);
  const events = await countEvents(system);
  const before = processorTime();
  const { durations, elapsed } = await drive(total, inFlight, run);
  const spent = difference(processorTime(), before);
  const written = (await countEvents(system)) - events;
  client.close();
  return {
    bench: template,
    in_flight: inFlight,
    runs: total,
    runs_per_second: round((total / elapsed) * 1_000),
    steps_per_second: round(((total * steps) / elapsed) * 1_000),
    ...inMilliseconds(durations),
    events_per_run: round(written / total),
    cpu_ms_per_run: round(spent.total / total, 2),
    cpu_ms_by_process: Object.fromEntries(
      Object.entries(spent.by).map(([name, time]) => [name, round(time / total, 2)]),
    ),
  };
}

/** One message, from its request to the end of its event stream; gives back when the first byte came. */
export async function turnOnce(client: HttpClient, sessionId: string, text: string): Promise<number> {
  const answer = await client.post(
    '/api/chat/messages',
    { sessionId, userId: 'C-0001', messageId: randomUUID(), text },
    { accept: 'text/event-stream' },
  );
  if (answer.status !== 200 || !answer.text.includes('rag.done'))
    throw new Error(`a turn was answered ${answer.status}: ${answer.text.slice(0, 200)}`);
  return answer.firstByteAt;
}

/** One run of a template, started and awaited. */
export async function runOnce(client: HttpClient, template: string, userId: string, key: string): Promise<void> {
  const { status, text } = await client.post(
    '/api/runs',
    { template, args: { text: 'hello' }, sessionId: `bench-${key}`, userId },
    { 'idempotency-key': key, prefer: 'wait=30' },
  );
  if (status !== 200 || !text.includes('"ok"')) throw new Error(`a run was answered ${status}: ${text.slice(0, 300)}`);
}

const inMilliseconds = (durations: readonly number[]): Line => {
  const { p50, p99, max } = summarise(durations);
  return { p50_ms: p50, p99_ms: p99, max_ms: max };
};

export async function countEvents(system: System): Promise<number> {
  const pool = new Pool({ connectionString: system.stack.postgres.url, max: 1 });
  try {
    return Number((await pool.query<{ count: string }>('select count(*) as count from arbiter.event')).rows[0]!.count);
  } finally {
    await pool.end();
  }
}
