import { setTimeout as delay } from 'node:timers/promises';
import { pidsOn } from '@arbiter/stack';
import { HttpClient } from '../http-client';
import { family } from '../processor-time';
import { drive, summarise } from '../statistics';
import type { Measured } from './comparison';
import type { Contender, Workload } from './contender';

export interface Load {
  readonly workload: Workload;
  readonly inFlight: number;
  /** a system and round */
  readonly runs: number;
}

const LOOK_MILLISECONDS = 250;
const MOST_LOOKS = 12;
/** A tenth of a core: more than any of them takes when idle. */
const QUIET_MILLISECONDS = 25;

/**
 * One system's turn in a round, while the others rest. It begins with a run for each place in flight, which opens the
 * connections and is not timed. Processor time is that of the system's own processes alone, without the client, until
 * the work that the runs put off is done as well.
 */
export async function turn(contender: Contender, load: Load, signal: AbortSignal): Promise<Measured> {
  const { workload, inFlight, runs } = load;
  const client = new HttpClient(contender.url);
  const run = (): Promise<void> => {
    signal.throwIfAborted();
    return contender.run(client, workload);
  };
  try {
    const before = processorTimeOf(contender);
    await drive(inFlight, inFlight, run);
    const { durations, elapsed } = await drive(runs, inFlight, run);
    const spent = (await whenQuiet(contender)) - before;
    return {
      runs_per_second: (runs / elapsed) * 1_000,
      p50_ms: summarise(durations, 2).p50,
      cpu_ms_per_run: spent / (inFlight + runs),
    };
  } catch (error) {
    signal.throwIfAborted();
    throw new Error(`${contender.name}: ${(error as Error).message}`, { cause: error });
  } finally {
    client.close();
  }
}

/** The processor time by then; one that does not come to rest is not waited for any longer. */
async function whenQuiet(contender: Contender): Promise<number> {
  let last = processorTimeOf(contender);
  for (let look = 0; look < MOST_LOOKS; look += 1) {
    await delay(LOOK_MILLISECONDS);
    const now = processorTimeOf(contender);
    if (now - last <= QUIET_MILLISECONDS) return now;
    last = now;
  }
  return last;
}

const processorTimeOf = ({ dataFolder }: Contender): number =>
  family(pidsOn(dataFolder)).reduce((sum, { milliseconds }) => sum + milliseconds, 0);
