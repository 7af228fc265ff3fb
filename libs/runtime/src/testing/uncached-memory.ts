import type { EventStore } from '@arbiter/store';
import { emptyEntry, fold, type ShellDefinition, type Entry, type StreamMemory } from '../shell';

/**
 * A memory that keeps nothing and reads the whole stream each time; it stands beside the real one in the contract
 * suite.
 */
export class UncachedMemory<State> implements StreamMemory<State> {
  constructor(
    private readonly store: EventStore,
    private readonly definition: ShellDefinition<State>,
  ) {}

  async fresh(stream: string): Promise<Entry<State>> {
    const { decider, feeds } = this.definition;
    const events = (await this.store.read([{ stream, after: 0 }])).get(stream) ?? [];
    return events.reduce((entry, event) => fold(decider, feeds, entry, event), this.empty());
  }

  cached(): undefined {
    return undefined;
  }

  keep(_stream: string, entry: Entry<State>): Entry<State> {
    return entry;
  }

  forget(): void {
    // there is nothing to forget
  }

  empty(): Entry<State> {
    return emptyEntry(this.definition.decider);
  }
}
