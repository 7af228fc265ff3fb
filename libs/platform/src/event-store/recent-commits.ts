import type { EventName, StreamPosition } from '@arbiter/contracts';
import { LRUCache } from 'lru-cache';
import type { WrittenEvent } from './append';

/** of text; a plan and its request take 3 to 5 kB, and are asked for within milliseconds */
const KEPT_CHARACTERS = 4 * 1024 * 1024;
/** what a plan stands upon */
const KEPT: ReadonlySet<EventName> = new Set<EventName>(['plan.accepted', 'run.requested']);

interface Kept {
  readonly name: EventName;
  readonly source: StreamPosition | null;
  readonly text: string;
}

/** A plan and the request that it was made upon, as they stand in the log. */
export interface OriginTexts {
  readonly plan: string;
  readonly request: string;
}

/**
 * What services of this process have committed lately, for one of them that would read it from the log.
 *
 * 1. Only what is committed is noted, as it was written: sealed, and opened by who reads it as if it came from the log.
 * 2. It tells nothing that the log would not tell: where not all of it is known here, it tells nothing.
 */
export class RecentCommits {
  private readonly kept = new LRUCache<string, Kept>({
    maxSize: KEPT_CHARACTERS,
    sizeCalculation: ({ text }) => text.length,
  });

  note(events: readonly WrittenEvent[]): void {
    for (const { name, stream, version, text, event } of events)
      if (KEPT.has(name)) this.kept.set(placeOf({ stream, version }), { name, source: event.source, text });
  }

  /** Of a plan's stream; null when it is not known here, or its plan was not its first fact. */
  originOf(stream: string): OriginTexts | null {
    const plan = this.kept.get(placeOf({ stream, version: 1 }));
    if (plan?.name !== 'plan.accepted' || !plan.source) return null;
    const request = this.kept.get(placeOf(plan.source));
    return request?.name === 'run.requested' ? { plan: plan.text, request: request.text } : null;
  }
}

const placeOf = ({ stream, version }: StreamPosition): string => `${stream}@${version}`;
