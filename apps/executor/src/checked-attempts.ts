import type { CheckedProse } from '@arbiter/domain';

/** The words of a model on their way to the log: of each attempt, what code has checked. */
export class CheckedAttempts {
  private attempt = 1;
  private prose: CheckedProse;

  constructor(
    private readonly begin: () => CheckedProse,
    private readonly show: (text: string, attempt: number) => Promise<void>,
  ) {
    this.prose = begin();
  }

  /** What was held of an attempt before is given up with it. */
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
