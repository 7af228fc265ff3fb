import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const execute = promisify(execFile);
const maximumOutput = 16 * 1024 * 1024;

/** Runs a command to its end and returns its output; on failure the Error's message is its last line. */
export async function run(
  executable: string,
  argumentList: string[],
  options: {
    directory?: string;
    environment?: NodeJS.ProcessEnv;
    timeoutMilliseconds: number;
    uid?: number;
    gid?: number;
    input?: string;
  },
): Promise<string> {
  try {
    const running = execute(executable, argumentList, {
      cwd: options.directory ?? '/',
      env: options.environment ?? { PATH: process.env.PATH, LC_ALL: 'C' },
      timeout: options.timeoutMilliseconds,
      maxBuffer: maximumOutput,
      ...(options.uid === undefined ? {} : { uid: options.uid, gid: options.gid }),
    });
    if (options.input !== undefined) running.child.stdin?.end(options.input);
    return (await running).stdout;
  } catch (error) {
    const { stderr, code, killed } = error as { stderr?: string; code?: unknown; killed?: boolean };
    if (code === 'ENOENT') throw new Error(`${executable} is not on this machine`, { cause: error });
    const said = (stderr ?? '').trim().split('\n').at(-1);
    const why = killed ? `no end within ${options.timeoutMilliseconds / 1_000} s` : said || (error as Error).message;
    throw new Error(`${executable} failed: ${why}`, { cause: error });
  }
}
