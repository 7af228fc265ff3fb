import type { LoggerService } from '@nestjs/common';

/**
 * What Nest says, of which only errors count: it tells of what fails while it closes something, and goes on as if
 * nothing had. It has one logger a process.
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

  /** Rejects with what Nest told of meanwhile. */
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
