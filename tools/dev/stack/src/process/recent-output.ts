const rememberedLines = 20;
const longestWords = 300;
const longestLine = 4_096;

/** The last lines a process printed, as they are quoted when it has ended. */
export class RecentOutput {
  private readonly lines: string[] = [];
  private partial = '';

  /** Lines that match `noise` say nothing about how it fares, and are not remembered. */
  constructor(private readonly noise?: RegExp) {}

  /** Returns the lines that the chunk completes. */
  hear(chunk: Buffer): readonly string[] {
    const lines = (this.partial + chunk.toString('utf8')).split('\n');
    this.partial = (lines.pop() ?? '').slice(-longestLine);
    this.lines.push(...lines.filter((line) => line.trim() !== '' && !this.noise?.test(line)));
    this.lines.splice(0, this.lines.length - rememberedLines);
    return lines;
  }

  /** Whether one of them matches. */
  has(pattern: RegExp): boolean {
    return this.lines.some((line) => pattern.test(line));
  }

  get last(): string | undefined {
    const line = this.lines.at(-1);
    return line === undefined ? undefined : readable(line);
  }
}

/** The message of a JSON line for people, with its error's message. Any other line is shown as it is. */
function readable(line: string): string {
  return (messageOf(line) ?? line).slice(0, longestWords);
}

function messageOf(line: string): string | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    const { msg, err } = JSON.parse(line) as { msg?: unknown; err?: { message?: unknown } };
    const said = [msg, err?.message].filter(
      (text, index, all) => typeof text === 'string' && text !== '' && all.indexOf(text) === index,
    );
    return said.length > 0 ? said.join(': ') : undefined;
  } catch {
    return undefined;
  }
}
