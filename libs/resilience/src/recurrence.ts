/**
 * Something that happens again and again: each time the signal for it is aborted, and there is another for the next
 * time.
 */
export class Recurrence {
  private controller = new AbortController();

  get next(): AbortSignal {
    return this.controller.signal;
  }

  /** The signal for the next time is already there when a listener runs. */
  happened(reason?: unknown): void {
    const passed = this.controller;
    this.controller = new AbortController();
    passed.abort(reason);
  }
}
