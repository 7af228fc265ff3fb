import type { ArbiterError, Command, EventName, RecordedOf, UiLine, WireEvent } from '@arbiter/contracts';
import type { UnderWay } from '@arbiter/store';

/** The callbacks for the outcome of an item. */
export interface Outcome {
  /** `facts`: its committed facts, none when it was ignored */
  done(facts: readonly RecordedOf<EventName>[]): void;
  failed(error: ArbiterError): void;
}

/** A piece of work that waits for its stream. */
export type Item = Outcome & {
  readonly bytes: number;
  /** why it is not to be decided but set aside, when that is known before */
  readonly refused?: string;
} & (
    | {
        readonly kind: 'event';
        readonly event: RecordedOf<EventName>;
        readonly opens?: boolean;
        /** milliseconds that it may wait for something else of its stream, to be decided with it */
        readonly patience?: number;
        readonly wire: () => WireEvent;
        /** of an event that is not in the log yet: nothing may come of it before its stream was taken */
        readonly underWay?: UnderWay;
      }
    | {
        readonly kind: 'command';
        readonly command: Command;
        readonly cause: RecordedOf<EventName> | null;
        readonly opens?: boolean;
        readonly at?: string;
      }
    | { readonly kind: 'lines'; readonly lines: readonly UiLine[]; readonly cause: RecordedOf<EventName> }
  );

/** Takes items in for their streams. */
export interface ItemTaker {
  /** The outcome is reported through the item. */
  enqueue(stream: string, item: Item): void;
}

/** The input of a decider: the event itself or the command. */
export type Input = RecordedOf<EventName> | Command;
