import { parseStream } from '@arbiter/contracts';
import type { PoolClient } from 'pg';
import type { Page, ReadModel } from '../read-model';
import { earlierFacts } from './earlier-facts';
import { traceOf } from './trace-of';
import type { TraceSink } from './trace-sink';
import type { TracedAgent } from './traced-agent';

/**
 * The trace of agents, given to the sinks in the order of the log. What it has to know of an agent that began on an
 * earlier page is folded from the agent's own stream, which is short.
 */
export class TraceModel implements ReadModel {
  readonly name = 'trace';
  readonly tables = ['trace_event'];

  constructor(private readonly sinks: readonly TraceSink[]) {}

  async fold({ events, news, suffix }: Page, transaction: PoolClient): Promise<(() => void) | void> {
    const own = events.filter(({ stream }) => parseStream(stream).category === 'agent');
    if (own.length === 0) return;
    const agents = await agentsBefore(own, transaction);
    const told = own.flatMap((fact) => {
      const step = traceOf(agents.get(fact.stream) ?? null, fact);
      agents.set(fact.stream, step.agent);
      return step.told.map((traced) => ({ traced, isNew: news.has(fact) }));
    });
    if (told.length === 0) return;
    const all = told.map(({ traced }) => traced);
    for (const sink of this.sinks) await sink.write?.(all, transaction, suffix);
    const unreported = told.filter(({ isNew }) => isNew).map(({ traced }) => traced);
    if (unreported.length > 0) return () => this.sinks.forEach((sink) => sink.committed?.(unreported));
  }
}

/** The agents of these facts as they were before the first of each. */
async function agentsBefore(facts: Page['events'], transaction: PoolClient): Promise<Map<string, TracedAgent | null>> {
  const firsts = new Map(facts.toReversed().map(({ stream, version }) => [stream, version]));
  const begun = new Map([...firsts].filter(([, version]) => version > 1));
  const agents = new Map<string, TracedAgent | null>();
  for (const fact of await earlierFacts(transaction, begun))
    agents.set(fact.stream, traceOf(agents.get(fact.stream) ?? null, fact).agent);
  return agents;
}
