import { randomUUID } from 'node:crypto';
import type { System } from '@arbiter/stack';
import { Pool } from 'pg';
import { HttpClient } from './http-client';
import { drive, round, summarise } from './statistics';
import { turnOnce, type Line } from './workload';

const IN_FLIGHT = 16;
const WARM_SAMPLES = 30;
const RESTARTS = 7;
const WARM_UP_TURNS = 40;
/** a session grows by being measured: by no more than this share of it */
const GROWTH = 0.1;
const TALK = ['Where is my order 1002?', 'any luck?', 'thanks', 'hello'];
/** the cheapest turn there is, so that whatever grows with the session shows most */
const MEASURED = 'thanks';

interface Sized {
  readonly size: number;
  readonly sessions: readonly string[];
}

/**
 * A turn in sessions of these many turns, through the whole running system: warm, and after the router was started
 * anew.
 */
export async function longSessions(system: System, sizes: readonly number[]): Promise<readonly Line[]> {
  const client = new HttpClient(system.httpUrl);
  try {
    const all: Sized[] = [];
    for (const size of sizes) all.push({ size, sessions: await converse(client, size) });
    const warm = await measure(client, all, WARM_SAMPLES);
    const cold = all.map((): number[] => []);
    for (let restart = 0; restart < RESTARTS; restart += 1) {
      await restartRouter(system, client);
      for (const [index, durations] of (await measure(client, rotated(all, restart), 1)).entries())
        cold[(index + restart) % all.length]!.push(...durations);
    }
    await forgetSnapshots(system);
    await restartRouter(system, client);
    const rebuilt = await measure(client, all, 1);
    return all.map(({ size }, index) => ({
      bench: 'session_turn',
      session_turns: size,
      warm_ms: summarise(warm[index]!),
      cold_ms: summarise(cold[index]!),
      cold_without_snapshot_ms: round(rebuilt[index]![0]!),
      warm_ratio: ratio(warm, index),
      cold_ratio: ratio(cold, index),
    }));
  } finally {
    client.close();
  }
}

/** The median against that of the shortest session, in the same run. */
const ratio = (durations: readonly (readonly number[])[], index: number): number =>
  round(summarise(durations[index]!).p50 / summarise(durations[0]!).p50, 2);

const rotated = <T>(all: readonly T[], by: number): readonly T[] =>
  all.map((_, index) => all[(index + by) % all.length]!);

/** Enough sessions of a size that none grows much by being measured. */
async function converse(client: HttpClient, size: number): Promise<readonly string[]> {
  const samples = WARM_SAMPLES + RESTARTS + 1;
  const sessions = Array.from(
    { length: Math.ceil(samples / Math.max(1, Math.floor(size * GROWTH))) },
    () => `bench-${size}-${randomUUID()}`,
  );
  await drive(size * sessions.length, IN_FLIGHT, (index) =>
    turnOnce(client, sessions[index % sessions.length]!, TALK[Math.floor(index / sessions.length) % TALK.length]!),
  );
  return sessions;
}

let next = 0;

/** One turn after the other, a session of each size in turn. */
async function measure(
  client: HttpClient,
  all: readonly Sized[],
  samples: number,
): Promise<readonly (readonly number[])[]> {
  const durations = all.map((): number[] => []);
  for (let sample = 0; sample < samples; sample += 1, next += 1) {
    for (const [index, { sessions }] of all.entries()) {
      const began = performance.now();
      await turnOnce(client, sessions[next % sessions.length]!, MEASURED);
      durations[index]!.push(performance.now() - began);
    }
  }
  return durations;
}

/** A new process knows no session; other sessions than those measured bring its code up to speed. */
async function restartRouter(system: System, client: HttpClient): Promise<void> {
  await system.stopApp('router');
  await system.startApp('router');
  await drive(WARM_UP_TURNS, 1, () => turnOnce(client, `bench-other-${randomUUID()}`, MEASURED));
}

async function forgetSnapshots(system: System): Promise<void> {
  const pool = new Pool({ connectionString: system.stack.postgres.url, max: 1 });
  try {
    await pool.query('truncate arbiter.snapshot');
  } finally {
    await pool.end();
  }
}
