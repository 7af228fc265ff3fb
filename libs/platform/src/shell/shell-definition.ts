import type { App, Category, Provenance, StepsOfRun } from '@arbiter/contracts';
import type { AnyDecider } from './entry';
import type { Input } from './item';
import type { EffectOrder, Effects } from './effects';

/** What an app binds together: its decider, and what it does after its facts are committed. */
export interface ShellDefinition<State> {
  readonly app: App;
  readonly decider: AnyDecider<State>;
  readonly effects: Effects;
  readonly order?: EffectOrder;
  /** categories of source streams that are read as ordered feeds */
  readonly feeds: ReadonlySet<Category>;
  /** names the rules in force, so that replay can tell a changed rule from a broken promise */
  readonly rulesHash: string;
  /** the artifacts an input is decided with; null: the tenant's active ones */
  readonly artifactsOf: (state: State, input: Input) => string | null;
  /**
   * whether it decides upon facts while they are written: what its decisions stand upon must all be in the facts, or
   * committed before them
   */
  readonly decidesAhead?: boolean;
  /** what steps of a run stand upon, for a decider that asks for it; null when the log holds no plan of them */
  readonly provenanceOf?: (tenant: string, steps: StepsOfRun) => Promise<Provenance | null>;
  /** for deciders that show something: whose stream it is, and whether lines that belong to no fact may be shown now */
  readonly audience?: (state: State) => {
    readonly sessionId: string;
    readonly runId: string;
    readonly writing: boolean;
  };
}
