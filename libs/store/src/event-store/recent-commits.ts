import type { EventName, StreamPosition } from '@arbiter/contracts';
import { LRUCache } from 'lru-cache';
import type { WrittenEvent } from './append';

/** of text; a plan and its request take 3 to 5 kB, and are asked for within milliseconds */
const KEPT_CHARACTERS = 4 * 1024 * 1024;
/** the facts that a plan is based on */
const KEPT: ReadonlySet<EventName> = new Set<EventName>(['plan.accepted', 'run.requested']);

interface Kept {
  readonly name: EventName;
  readonly source: StreamPosition | null;
  readonly text: string;
}

/** A plan and its request, as they are written in the log. */
export interface OriginTexts {
  readonly plan: string;
  readonly request: string;
}

/**
 * Facts that services of this process have committed lately, for a service of the process that would read them from the
 * log.
 *
 * 1. Only committed facts are kept, as they were written: sealed, so the reader opens them as if they came from the
 *    log.
 * 2. It answers only what the log would answer: when it does not know all of it, it gives no answer.
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
