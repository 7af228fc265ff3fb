import { clearLine, cursorTo, type Interface } from 'node:readline';

/** What the program itself says on standard error, beside the conversation: above the line that is being typed. */
export class ProgramOutput {
  private typing: Interface | null = null;

  readonly say = (line: string): void => {
    const { typing } = this;
    if (typing) {
      cursorTo(process.stdout, 0);
      clearLine(process.stdout, 0);
    }
    process.stderr.write(`arbiter: ${line}\n`);
    typing?.prompt(true);
  };

  /** Where a line is typed from now on; null: nowhere. */
  typedAt(prompt: Interface | null): void {
    this.typing = prompt;
  }
}
