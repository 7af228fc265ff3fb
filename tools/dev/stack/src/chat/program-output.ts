import { clearLine, cursorTo, type Interface } from 'node:readline';
import { safeLines } from '@arbiter/contracts';

/** The program's own messages on standard error, beside the conversation: above the line that is being typed. */
export class ProgramOutput {
  private typing: Interface | null = null;

  readonly say = (line: string): void => this.above(() => process.stderr.write(`arbiter: ${safeLines(line)}\n`));

  /** A part of the conversation that comes while a line is being typed. */
  readonly show = (text: string): void => this.above(() => process.stdout.write(text));

  private above(write: () => void): void {
    const { typing } = this;
    if (typing) {
      cursorTo(process.stdout, 0);
      clearLine(process.stdout, 0);
    }
    write();
    typing?.prompt(true);
  }

  /** Where a line is typed from now on; null: nowhere. */
  typedAt(prompt: Interface | null): void {
    this.typing = prompt;
  }
}
