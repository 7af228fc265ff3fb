import { clearLine, cursorTo } from 'node:readline';

/** A line that changes in place on a terminal; elsewhere each that differs from the one before is a line of its own. */
export class Screen {
  private shown = '';

  constructor(private readonly output: NodeJS.WriteStream) {}

  show(line: string): void {
    if (line === this.shown) return;
    if (this.output.isTTY) this.rewrite(line);
    else this.output.write(`${line}\n`);
    this.shown = line;
  }

  /** The line stays, and the next output goes below it. */
  keep(): void {
    if (this.output.isTTY && this.shown !== '') this.output.write('\n');
    this.shown = '';
  }

  /** A line that is wider than the terminal would leave its beginning behind. */
  private rewrite(line: string): void {
    cursorTo(this.output, 0);
    clearLine(this.output, 0);
    this.output.write(line.slice(0, Math.max(1, this.output.columns - 1)));
  }
}
