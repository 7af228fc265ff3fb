const SEGMENT_MILLISECONDS = 100;

/**
 * Gathers pieces of prose into segments of at most 100 ms, each shown before the next begins (EX-28): a writer faster
 * than the log waits in `add`.
 */
export class Segments {
  count = 0;
  private gathered = '';
  private begun = 0;
  private attempt = 1;

  constructor(private readonly show: (text: string, attempt: number) => Promise<void>) {}

  /** A further attempt begins a segment of its own: one never holds words of two attempts. */
  async add(delta: string, attempt = 1): Promise<void> {
    if (attempt !== this.attempt) await this.finish();
    this.attempt = attempt;
    if (this.gathered === '') this.begun = performance.now();
    this.gathered += delta;
    if (performance.now() - this.begun >= SEGMENT_MILLISECONDS) await this.finish();
  }

  /** Shows the rest. */
  async finish(): Promise<void> {
    if (this.gathered === '') return;
    const text = this.gathered;
    this.gathered = '';
    this.count += 1;
    await this.show(text, this.attempt);
  }
}
