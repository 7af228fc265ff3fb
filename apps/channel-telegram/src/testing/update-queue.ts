import { EventEmitter, once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { ApiError, ApiSuccess, Update } from 'grammy/types';

/**
 * What Telegram keeps for getUpdates: an update is gone once a call asks for a higher `offset`, and is handed out again
 * until then.
 */
export class UpdateQueue {
  private waiting: Update[] = [];
  private nextId = 870_000_001;
  private polling: (() => void) | null = null;
  private closed = false;
  private readonly asked = new EventEmitter();
  /** while true, no question arrives that would confirm an update, as when the line breaks at that moment */
  isDeaf = false;
  /** how often each update was handed out, by its id */
  readonly handedOut = new Map<number, number>();

  number(update: Omit<Update, 'update_id'>): Update {
    this.nextId += 1;
    return { ...update, update_id: this.nextId };
  }

  /** At most 24 hours in reality; here as long as the server lives. */
  add(update: Update): void {
    this.waiting.push(update);
    this.wake();
  }

  /**
   * Resolves when the bot asked past this update, as it does once it has taken it; rejects when that takes too long.
   */
  async confirmed(updateId: number): Promise<void> {
    while (this.waiting.some(({ update_id }) => update_id === updateId))
      await once(this.asked, 'asked', { signal: AbortSignal.timeout(30_000) });
  }

  /** Waits up to `timeout` seconds for the first one. A second poller ends the first with 409, as Telegram does. */
  async taken(
    { offset = 0, timeout = 0, limit = 100 }: Record<string, unknown>,
    response: ServerResponse,
  ): Promise<ApiSuccess<Update[]> | ApiError> {
    if (this.isDeaf && this.waiting.some(({ update_id }) => update_id < Number(offset))) {
      // It never arrives, not even when the line is whole again before this connection ends.
      if (!response.destroyed) await once(response, 'close');
      return { ok: true, result: [] };
    }
    this.waiting = this.waiting.filter(({ update_id }) => update_id >= Number(offset));
    this.wake();
    this.asked.emit('asked');
    if (
      this.waiting.length === 0 &&
      Number(timeout) > 0 &&
      !this.closed &&
      (await this.isEnded(Number(timeout), response))
    ) {
      return {
        ok: false,
        error_code: 409,
        description:
          'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running',
      };
    }
    const result = this.waiting.slice(0, Number(limit));
    if (!response.destroyed)
      for (const { update_id } of result) this.handedOut.set(update_id, (this.handedOut.get(update_id) ?? 0) + 1);
    return { ok: true, result };
  }

  /** Waits for an update; true when another question ended this one. */
  private async isEnded(seconds: number, response: ServerResponse): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const timer = setTimeout(() => resolve(false), seconds * 1_000);
    const wake = (): void => {
      clearTimeout(timer);
      resolve(true);
    };
    this.polling = wake;
    response.once('close', wake);
    const woken = await promise;
    if (this.polling === wake) this.polling = null;
    return woken && this.waiting.length === 0;
  }

  close(): void {
    this.closed = true;
    this.wake();
  }

  private wake(): void {
    this.polling?.();
  }
}
