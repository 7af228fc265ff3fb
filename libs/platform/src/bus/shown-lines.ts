import type { UiEvent } from '@arbiter/contracts';

export interface ShownLine {
  /** as its person reads it */
  readonly event: UiEvent;
  /** as it is stored and published: what is personal in it is sealed */
  readonly body: string;
}

export type TakeLine = (line: ShownLine) => void;

/**
 * Hands lines of the UI stream over to the feeds of the same process, where nobody has to open what was sealed a moment
 * ago.
 *
 * 1. Only what is stored is handed over, in the order in which it was stored; the broker gets it as ever, for other
 *    processes.
 * 2. Who watches a run from before it began misses none of its lines, as long as it is carried out here.
 */
export class ShownLines {
  private readonly watchers = new Map<string, readonly TakeLine[]>();

  /**
   * From now on, until the function that is returned is called; `subject` is the one that the run's lines are published
   * on.
   */
  watch(subject: string, take: TakeLine): () => void {
    this.watchers.set(subject, [...(this.watchers.get(subject) ?? []), take]);
    return () => this.leave(subject, take);
  }

  give(subject: string, line: ShownLine): void {
    for (const take of this.watchers.get(subject) ?? []) take(line);
  }

  private leave(subject: string, take: TakeLine): void {
    const left = (this.watchers.get(subject) ?? []).filter((other) => other !== take);
    if (left.length > 0) this.watchers.set(subject, left);
    else this.watchers.delete(subject);
  }
}
