import type { HttpClient } from '../http-client';

/** `five`: five steps one after another. `fan`: twenty side by side and one that waits for them all. */
export type Workload = 'five' | 'fan';

/** An engine that is measured beside others, on throw-away data of its own. */
export interface Contender {
  readonly name: string;
  /** its version and its store, for people */
  readonly describe: string;
  /** all its processes are in the process records of this folder */
  readonly dataFolder: string;
  readonly url: string;
  /** One run through its own public API, started and awaited. */
  run(client: HttpClient, workload: Workload): Promise<void>;
  stop(): Promise<void>;
}

/** A run of a peer, asked for in the way that costs it least: without a key that a repetition is known by. */
export async function runPeer(client: HttpClient, path: string): Promise<void> {
  const { status, text } = await client.post(path, { text: 'hello' });
  if (status !== 200 || !text.includes('"ok"'))
    throw new Error(`${path} was answered ${status}: ${text.slice(0, 300)}`);
}
