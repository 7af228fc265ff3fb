import { parseStream, type EventName } from '@arbiter/contracts';
import type { TestSystem } from '../test-system';
import type { Play, PlayedFact } from './play';

/** The outcome of a play. */
export interface Account {
  readonly events: ReadonlySet<EventName>;
  /** by category and event: how often it occurs in one stream at most, of one turn, run, step and action */
  readonly most: ReadonlyMap<string, number>;
  /** of its runs, sorted */
  readonly statuses: readonly string[];
  /** how often its order was paid back */
  readonly effects: number;
}

export async function accountOf(play: Play, arbiter: TestSystem): Promise<Account> {
  const facts = await play.facts();
  const runs = await Promise.all((await play.allRuns()).map((run) => arbiter.ended(run)));
  return {
    events: new Set(facts.map(({ name }) => name)),
    most: mostOf(facts),
    statuses: runs.map(({ status }) => String(status)).toSorted(),
    effects: (await arbiter.ledger(play.order.orderNumber)).length,
  };
}

function mostOf(facts: readonly PlayedFact[]): ReadonlyMap<string, number> {
  const inStream = new Map<string, number>();
  const most = new Map<string, number>();
  for (const { name, stream, about } of facts) {
    const fact = `${stream} ${name} ${about}`;
    const count = (inStream.get(fact) ?? 0) + 1;
    inStream.set(fact, count);
    const kind = `${parseStream(stream).category} ${name}`;
    most.set(kind, Math.max(most.get(kind) ?? 0, count));
  }
  return most;
}
