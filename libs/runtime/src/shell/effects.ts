import type { Command, EventName, Recorded, RecordedOf, UiLine } from '@arbiter/contracts';
import type { Lanes } from './lanes';

/**
 * Hands a command to a stream; resolves with its facts once they are committed, none when it was ignored, and rejects
 * when it cannot be handled.
 */
export type Submit = (
  stream: string,
  command: Command,
  cause: RecordedOf<EventName>,
) => Promise<readonly RecordedOf<EventName>[]>;

/** Shows lines that belong to no fact, in order with everything else their stream shows. */
export type Show = (stream: string, lines: readonly UiLine[], cause: RecordedOf<EventName>) => Promise<void>;

export interface EffectTools {
  readonly submit: Submit;
  readonly show: Show;
  /** the artifacts the fact was decided with */
  readonly artifacts: string;
  /** aborted when the service stops and cannot wait any longer */
  readonly signal: AbortSignal;
}

/** The work of an app after a fact of its own is committed: ask a model, call a tool. Runs outside the batch. */
export type Effect<N extends EventName = EventName> = (event: Recorded<N>, tools: EffectTools) => Promise<void>;
export type Effects = { readonly [N in EventName]?: Effect<N> };

/** In which order effects run. */
export interface EffectOrder {
  /** the lane of an effect: effects of one lane wait for one another; without it the lane is the tenant's */
  readonly laneOf?: (event: RecordedOf<EventName>) => string;
  /**
   * the purpose of an effect: while one waits or runs, another for the same purpose is not begun; without it every
   * event has its own
   */
  readonly purposeOf?: (event: RecordedOf<EventName>) => string;
  /** places that effects share with other work of the app */
  readonly lanes?: Lanes;
}
