import type { UiEvent } from '@arbiter/contracts';

export interface ShownLine {
  /** the line as its person reads it */
  readonly event: UiEvent;
  /** as it is stored and published: personal values are sealed */
  readonly body: string;
}

export type TakeLine = (line: ShownLine) => void;

/**
 * Hands lines of the UI stream over to the feeds of the same process, so that these need not open what was just sealed.
 *
 * 1. Only stored lines are handed over, in the order in which they were stored. The broker gets them as well, for other
 *    processes.
 * 2. A feed that watches a run from before its beginning misses none of its lines, as long as this process carries the
 *    run out.
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
