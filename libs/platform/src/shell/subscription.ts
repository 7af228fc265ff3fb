import type { Command, EventName, Recorded, RecordedOf } from '@arbiter/contracts';
import type { Lanes } from './lanes';

/** How an app reacts to one event: one file a subscription, bound by flow.ts. */
export interface EventReaction<N extends EventName = EventName> {
  readonly event: N;
  /** the streams of the app's own category that the event concerns */
  readonly streams: (event: Recorded<N>) => readonly string[];
  /**
   * The source stream is a feed: its facts are taken in one after the other, each once, whatever order they arrive in.
   * The last one taken is kept in the folded state of the stream that consumes it.
   */
  readonly ordered?: boolean;
  /** whether the event usually begins its stream: then nothing is read first, and a conflict corrects the guess */
  readonly opens?: (event: Recorded<N>) => boolean;
  /** why what came is not to be believed, however well it is formed; it is set aside then, and null lets it pass */
  readonly refusal?: (event: Recorded<N>) => Promise<string | null>;
  /** what must be done before the decision and outside the batch (a read-class call); its command is decided instead */
  readonly perform?: (event: Recorded<N>, now: string) => Promise<Command | null> | null;
}

export type AnyReaction = { [N in EventName]: EventReaction<N> }[EventName];

/** Declares a reaction with the types of its event. */
export function reactTo<N extends EventName>(event: N, reaction: Omit<EventReaction<N>, 'event'>): AnyReaction {
  return { event, ...reaction } as unknown as AnyReaction;
}

/** Hands a command to a stream; resolves with its facts once they are committed, none when it was ignored, and rejects when it cannot be handled. */
export type Submit = (stream: string, command: Command, cause: RecordedOf<EventName>) => Promise<readonly RecordedOf<EventName>[]>;

export interface EffectTools {
  readonly submit: Submit;
  /** the artifacts the fact was decided with */
  readonly artifacts: string;
  /** aborted when the service stops and cannot wait any longer */
  readonly signal: AbortSignal;
}

/** What an app does after a fact of its own is committed: ask a model, call a tool. Runs outside the batch. */
export type Effect<N extends EventName = EventName> = (event: Recorded<N>, tools: EffectTools) => Promise<void>;
export type Effects = { readonly [N in EventName]?: Effect<N> };

/** In which order effects run. */
export interface EffectOrder {
  /** whose place an effect takes: those of one lane wait for one another; without it the tenant's */
  readonly laneOf?: (event: RecordedOf<EventName>) => string;
  /** what an effect is for: while it waits or runs another for the same is not begun; without it every event's is another */
  readonly purposeOf?: (event: RecordedOf<EventName>) => string;
  /** places that effects share with other work of the app */
  readonly lanes?: Lanes;
}
