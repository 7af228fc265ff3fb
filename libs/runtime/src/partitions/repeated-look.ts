/**
 * Looks again and again, after a pause, and at once upon news.
 *
 * 1. One look at a time; news during a look lead to one more.
 * 2. After `end` none begins.
 */
export class RepeatedLook {
  private looking: Promise<void> | null = null;
  private isNews = false;
  private next: NodeJS.Timeout | null = null;
  private ended = false;

  /** `look` never rejects; `pause` is asked after each, in milliseconds. */
  constructor(
    private readonly look: () => Promise<void>,
    private readonly pause: () => number,
  ) {}

  soon(): void {
    if (this.ended) return;
    if (this.looking) {
      this.isNews = true;
      return;
    }
    if (this.next) clearTimeout(this.next);
    this.isNews = false;
    this.looking = this.look().finally(() => this.looked());
  }

  /** Resolves when the look that has begun is over. */
  async end(): Promise<void> {
    this.ended = true;
    if (this.next) clearTimeout(this.next);
    await this.looking;
  }

  private looked(): void {
    this.looking = null;
    if (this.isNews) return this.soon();
    if (!this.ended) this.next = setTimeout(() => this.soon(), this.pause());
  }
}
