import type { LoggerService } from '@nestjs/common';

/**
 * Nest's log messages, of which only errors count: Nest logs an error while it closes a part and goes on as if there
 * had been none. It has one logger per process.
 */
class NestErrors implements LoggerService {
  private count = 0;
  private last: unknown;

  error(reason: unknown): void {
    this.count += 1;
    this.last = reason;
  }

  log(): void {}
  warn(): void {}

  /** Rejects with the errors that Nest logged meanwhile. */
  async during(close: () => Promise<void>): Promise<void> {
    const before = this.count;
    await close();
    if (this.count > before)
      throw new Error(`${this.count - before} of its parts did not close, the last with: ${String(this.last)}`, {
        cause: this.last,
      });
  }
}

export const nestErrors = new NestErrors();
