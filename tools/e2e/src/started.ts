import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { eventually } from './test-system';

const ROOT = resolve(__dirname, '../../..');
const START = join(ROOT, 'tools/dev/stack/dist/commands/start.js');

/** `npm start` without npm and its build, or with both: the process, and its output. */
export class Started {
  output = '';
  errors = '';
  readonly exited: Promise<number | null>;
  private readonly child: ChildProcessByStdio<Writable, Readable, Readable>;

  constructor(
    readonly dataFolder: string,
    readonly port: number,
    parameters: readonly string[] = [],
    how: 'directly' | 'by npm' = 'directly',
  ) {
    const [program, first] = how === 'directly' ? [process.execPath, [START]] : ['npm', ['start', '--']];
    this.child = spawn(program, [...first, ...parameters], {
      cwd: ROOT,
      env: { ...process.env, ARBITER_DATA: dataFolder, ARBITER_HTTP_PORT: String(port) },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    this.child.stdout.on('data', (chunk: Buffer) => (this.output += chunk.toString('utf8')));
    this.child.stderr.on('data', (chunk: Buffer) => (this.errors += chunk.toString('utf8')));
    this.exited = new Promise((done) => this.child.once('close', done));
  }

  /** All there will ever be to read on its input. */
  type(...lines: readonly string[]): this {
    this.child.stdin.end(lines.map((line) => `${line}\n`).join(''));
    return this;
  }

  /** Types one line and keeps the input open. */
  typeOn(line: string): void {
    this.child.stdin.write(`${line}\n`);
  }

  /** Waits until its output matches. */
  async says(pattern: RegExp): Promise<void> {
    await eventually(`it to say ${pattern.source}`, async () => pattern.test(this.errors)).catch((error: Error) => {
      throw new Error(`${error.message}; it said:\n${this.errors}`);
    });
  }

  async ready(): Promise<void> {
    await eventually('it to be ready', async () => {
      if (this.child.exitCode !== null) throw new Error(`it ended with ${this.child.exitCode}: ${this.errors}`);
      return this.errors.includes('ready at');
    });
  }

  /** The last line of its output. */
  get lastWord(): string {
    return this.errors.trim().split('\n').at(-1)!;
  }

  /** The processes it runs. */
  processes(): readonly number[] {
    const folder = join(this.dataFolder, 'processes');
    return readdirSync(folder).map(
      (file) => (JSON.parse(readFileSync(join(folder, file), 'utf8')) as { pid: number }).pid,
    );
  }

  /** The process of that name that runs at the moment. */
  pidOf(name: string): number {
    return (JSON.parse(readFileSync(join(this.dataFolder, 'processes', `${name}.json`), 'utf8')) as { pid: number })
      .pid;
  }

  stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    this.child.kill(signal);
    return this.exited;
  }
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
