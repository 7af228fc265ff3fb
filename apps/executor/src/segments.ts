const SEGMENT_MILLISECONDS = 100;

/**
 * Gathers pieces of prose into segments of at most 100 ms, each shown before the next begins (EX-28): a writer faster than
 * the log waits in `add`.
 */
export class Segments {
  count = 0;
  private gathered = '';
  private begun = 0;

  constructor(private readonly show: (text: string) => Promise<void>) {}

  async add(delta: string): Promise<void> {
    if (this.gathered === '') this.begun = performance.now();
    this.gathered += delta;
    if (performance.now() - this.begun >= SEGMENT_MILLISECONDS) await this.finish();
  }

  /** Shows what is left. */
  async finish(): Promise<void> {
    if (this.gathered === '') return;
    const text = this.gathered;
    this.gathered = '';
    this.count += 1;
    await this.show(text);
  }
}
