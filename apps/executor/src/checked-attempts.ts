import type { CheckedProse } from '@arbiter/domain';

/** A model's text on its way to the log: of each attempt, the part that code has checked. */
export class CheckedAttempts {
  private attempt = 1;
  private prose: CheckedProse;

  constructor(
    private readonly begin: () => CheckedProse,
    private readonly show: (text: string, attempt: number) => Promise<void>,
  ) {
    this.prose = begin();
  }

  /** The unchecked text of an earlier attempt is dropped with it. */
  async add(delta: string, attempt: number): Promise<void> {
    if (attempt !== this.attempt) this.prose = this.begin();
    this.attempt = attempt;
    await this.shown(this.prose.add(delta));
  }

  async end(): Promise<void> {
    await this.shown(this.prose.end());
  }

  private async shown(text: string): Promise<void> {
    if (text !== '') await this.show(text, this.attempt);
  }
}
