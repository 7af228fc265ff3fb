import type { EventName, RecordedOf } from '@arbiter/contracts';

/** Facts of one stream that are written together or not at all. */
export interface StreamAppend {
  readonly stream: string;
  readonly events: readonly RecordedOf<EventName>[];
  /** each fact as a CloudEvent, where it has been written out already */
  readonly texts?: readonly string[];
  /** by index into events: the record of the decision, at the first fact of each decision */
  readonly decisions: readonly (string | null)[];
  readonly due: readonly { readonly key: string; readonly at: string | null }[];
  readonly ui: readonly UiRow[];
  /** unique within the stream, for facts received from outside */
  readonly dedupeKey?: string;
}

/** The same as it is written. */
export interface WrittenAppend extends StreamAppend {
  readonly texts: readonly string[];
}

/** On which days runs opened, as far as a service knows. */
export interface DaysOfRuns {
  note(stream: string, day: string): void;
  of(row: UiRow): string | null;
}

/** The facts that one service appends at once. */
export interface WrittenPart {
  readonly outboxId: string;
  readonly author: { readonly app: string; readonly openingDays: DaysOfRuns };
  readonly appends: readonly WrittenAppend[];
}

export interface UiRow {
  readonly runId: string;
  readonly seq: number;
  readonly tenant: string;
  readonly sessionId: string;
  readonly body: string;
}

export interface Appended {
  /** streams that were taken; the others met a conflict and lost nothing */
  readonly accepted: ReadonlySet<string>;
  readonly outboxId: string;
  readonly travelling: readonly WrittenEvent[];
}

/** An event as it is published. */
export interface Envelope {
  readonly id: string;
  readonly name: EventName;
  readonly tenant: string;
  readonly stream: string;
  readonly version: number;
  readonly text: string;
}

/** An event that this process writes, or has just written, to the log. */
export interface WrittenEvent extends Envelope {
  readonly event: RecordedOf<EventName>;
}

export interface StoredDecision {
  readonly event: RecordedOf<EventName>;
  readonly decision: string | null;
}
