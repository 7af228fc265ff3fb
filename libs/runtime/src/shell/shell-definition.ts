import type { App, Category, EventName, Provenance, StepsOfRun, WireEvent } from '@arbiter/contracts';
import type { AnyDecider } from './entry';
import type { Input } from './item';
import type { EffectOrder, Effects } from './effects';

/**
 * The parts of a shell, which decides the streams of one category: its decider, and its effects after facts are
 * committed.
 */
export interface ShellDefinition<State> {
  readonly app: App;
  readonly decider: AnyDecider<State>;
  readonly effects: Effects;
  readonly order?: EffectOrder;
  /** categories of source streams that are read as ordered feeds */
  readonly feeds: ReadonlySet<Category>;
  /** names the rules in force, so that replay can tell a changed rule from a broken promise */
  readonly rulesHash: string;
  /**
   * the events that its decider takes of the streams that it looks up; without it all that the service handles, which
   * is right where the service has no other decider
   */
  readonly looksUp?: ReadonlySet<EventName>;
  /** the artifacts an input is decided with; null: the tenant's active ones */
  artifactsOf(state: State, input: Input): string | null;
  /**
   * whether it decides upon facts while they are written: all inputs of its decisions must then be in the facts, or
   * committed before them
   */
  readonly decidesAhead?: boolean;
  /**
   * whether an event may be decided a moment later, together with others; judged by its unsealed fields. Where a
   * service has several deciders, each of them must say so
   */
  readonly mayWait?: (event: EventName, wire: Pick<WireEvent, 'data'>) => boolean;
  /**
   * reads the facts that steps of a run are based on, for a decider that asks for them; null when the log holds no plan
   * of them
   */
  readonly provenanceOf?: (tenant: string, steps: StepsOfRun) => Promise<Provenance | null>;
  /**
   * for deciders that show lines: the session and run of the stream, and whether lines that belong to no fact may be
   * shown now
   */
  audience?(state: State): {
    readonly sessionId: string;
    readonly runId: string;
    readonly writing: boolean;
  };
}
