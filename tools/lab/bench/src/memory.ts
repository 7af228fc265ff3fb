import { randomUUID } from 'node:crypto';
import { residentMemory, type System } from '@arbiter/stack';
import { HttpClient } from './http-client';
import { drive, round } from './statistics';
import { runOnce, turnOnce, type Line } from './workload';

const IN_FLIGHT = 64;
const LOOKS = 10;
const CUSTOMERS = 2_000;
const CHATS = 1_000;
/** One in this many pieces of work is a chat turn, the others are runs of five steps. */
const TURN_EVERY = 10;

/**
 * Memory of each process of a service over so many runs without a pause, a line each tenth: resident now, and the most
 * so far.
 */
export async function memoryOver(system: System, total: number, print: (line: Line) => void): Promise<void> {
  const client = new HttpClient(system.httpUrl);
  try {
    print({ bench: 'memory', runs: 0, ...memoryOf(system) });
    for (let look = 1; look <= LOOKS; look += 1) {
      const part = Math.round(total / LOOKS);
      const { elapsed } = await drive(part, IN_FLIGHT, (index) => work(client, (look - 1) * part + index));
      print({
        bench: 'memory',
        runs: look * part,
        runs_per_second: round((part / elapsed) * 1_000),
        ...memoryOf(system),
      });
    }
  } finally {
    client.close();
  }
}

const work = (client: HttpClient, index: number): Promise<unknown> =>
  index % TURN_EVERY === 0
    ? turnOnce(client, `bench-memory-${(index / TURN_EVERY) % CHATS}`, 'Where is my order 1002?')
    : runOnce(client, 'echo_five', `C-${String((index % CUSTOMERS) + 1).padStart(4, '0')}`, randomUUID());

/** In mebibytes, by process. */
function memoryOf({ services }: System): Line {
  const seen = services.map(({ name, process }) => [name, residentMemory(process.pid)] as const);
  return {
    resident_mib: Object.fromEntries(seen.map(([name, memory]) => [name, memory?.now])),
    most_mib: Object.fromEntries(seen.map(([name, memory]) => [name, memory?.most])),
  };
}
