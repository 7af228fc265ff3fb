import { setTimeout as delay } from 'node:timers/promises';
import type { ChannelHost, ProviderListener } from '@arbiter/channels';
import { ArbiterError } from '@arbiter/contracts';
import type { Api } from 'grammy';
import type { Update } from 'grammy/types';
import type { CallSignal } from './deliver';
import { take } from './take';
import { asArbiterError } from './telegram-error';
import { WANTED_UPDATES } from './to-canonical';

const POLL_SECONDS = 25;
const FIRST_PAUSE_MILLISECONDS = 500;
const LONGEST_PAUSE_MILLISECONDS = 30_000;

/**
 * Asks Telegram for updates.
 *
 * 1. Updates are taken one after the other, in their order.
 * 2. The offset goes past an update only when the broker has its message; until then Telegram delivers it again.
 * 3. A failed call is tried again after a pause that doubles, or after as long as Telegram asks.
 */
export class Polling implements ProviderListener {
  private readonly stopping = new AbortController();
  private readonly done: Promise<void>;
  private offset = 0;
  private failures = 0;

  constructor(
    private readonly api: Api,
    private readonly host: ChannelHost<Update>,
  ) {
    this.done = this.run();
  }

  /**
   * Ends the waiting call. The next start asks for updates after those that were published, or recognises one that
   * comes again.
   */
  async close(): Promise<void> {
    this.stopping.abort();
    await this.done;
  }

  private async run(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      try {
        for (const update of await this.updates()) {
          if (this.stopping.signal.aborted) return;
          await take(this.host, this.api, update);
          this.offset = update.update_id + 1;
        }
        this.failures = 0;
      } catch (error) {
        await this.pauseAfter(error);
      }
    }
  }

  private updates(): Promise<readonly Update[]> {
    const signal = this.stopping.signal as CallSignal;
    return this.api
      .getUpdates({ offset: this.offset, timeout: POLL_SECONDS, allowed_updates: [...WANTED_UPDATES] }, signal)
      .catch((error: unknown) => {
        throw asArbiterError(error);
      });
  }

  private async pauseAfter(error: unknown): Promise<void> {
    if (this.stopping.signal.aborted) return;
    this.failures += 1;
    this.host.logger.warn({ err: error, failures: this.failures }, 'no updates for now');
    const retryAfter = error instanceof ArbiterError ? (error.details.delayMilliseconds ?? 0) : 0;
    const pause = Math.max(
      retryAfter,
      Math.min(LONGEST_PAUSE_MILLISECONDS, FIRST_PAUSE_MILLISECONDS * 2 ** Math.min(this.failures, 6)),
    );
    await delay(pause, undefined, { signal: this.stopping.signal }).catch(() => undefined);
  }
}
