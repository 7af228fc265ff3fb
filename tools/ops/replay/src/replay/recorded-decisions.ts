import type { EventName, RecordedOf } from '@arbiter/contracts';
import type { DecisionRecord } from '@arbiter/runtime';
import type { StoredDecision } from '@arbiter/store';

type Recorded = RecordedOf<EventName>;

/** One decision in its stream: its record and its facts. */
export interface RecordedDecision {
  readonly record: DecisionRecord;
  readonly facts: readonly [Recorded, ...Recorded[]];
}

/** A fault of a stream itself, whatever its rules. */
export interface Fault {
  /** null: of the stream as a whole */
  readonly version: number | null;
  readonly what: string;
}

/** Takes a stream apart into its decisions, which follow each other without a gap from version 1. */
export function decisionsIn(stored: readonly StoredDecision[]): {
  readonly decisions: readonly RecordedDecision[];
  readonly faults: readonly Fault[];
} {
  const decisions: { record: DecisionRecord; facts: [Recorded, ...Recorded[]] }[] = [];
  const faults: Fault[] = [];
  for (const [index, { event, decision }] of stored.entries()) {
    const expected = (stored[index - 1]?.event.version ?? 0) + 1;
    if (event.version !== expected)
      faults.push({ version: expected, what: `is missing; the next is ${event.version}` });
    if (decision !== null) decisions.push({ record: JSON.parse(decision) as DecisionRecord, facts: [event] });
    else if (decisions.length > 0) decisions.at(-1)!.facts.push(event);
    else faults.push({ version: event.version, what: `${event.name} stands without a record of its decision` });
  }
  return { decisions, faults };
}
