import { clearLine, cursorTo, type Interface } from 'node:readline';

/** What the program itself says on standard error, beside the conversation: above the line that somebody is typing. */
export class Voice {
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

  /** From now on somebody types there; null: nobody does. */
  typedAt(prompt: Interface | null): void {
    this.typing = prompt;
  }
}
