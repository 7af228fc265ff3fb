import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { startVendor } from './start-vendor';

/** The built process entry: `tsc -b` comes before the tests. */
const MAIN = join(__dirname, '..', 'dist', 'main.js');
const started: ChildProcess[] = [];

function run(environment: Record<string, string> = {}) {
  const child = fork(MAIN, { env: { ...process.env, ...environment }, silent: true });
  started.push(child);
  const printed = Promise.all([child.stdout, child.stderr].map((stream) => text(stream as Readable)));
  return { child, exit: once(child, 'exit'), output: printed.then((texts) => texts.join('')) };
}

afterAll(() => started.forEach((child) => child.kill('SIGKILL')));

describe('the vendor process', () => {
  it.each([
    ['SIGTERM', (child: ChildProcess) => child.kill('SIGTERM')],
    ['SIGINT', (child: ChildProcess) => child.kill('SIGINT')],
    ['a closed channel', (child: ChildProcess) => child.disconnect()],
  ])('says where it is and stops on %s', async (_, stop) => {
    const { child, exit, output } = run();
    const [message] = (await once(child, 'message')) as [{ ready: boolean; url: string }];
    expect(message.ready).toBe(true);
    expect((await fetch(`${message.url}/customers/C-0001`)).status).toBe(200);
    stop(child);
    expect(await exit).toEqual([0, null]);
    expect(await output).toBe(`sandbox vendor on ${message.url}\n`);
  });

  it('a taken port and a wrong one each give one clear line', async () => {
    const holder = await startVendor();
    const taken = run({ SANDBOX_PORT: String(holder.port) });
    expect(await taken.exit).toEqual([1, null]);
    expect(await taken.output).toMatch(
      /^sandbox vendor did not start: .*EADDRINUSE.*; set SANDBOX_PORT to a free port\n$/,
    );
    await holder.stop();

    const wrong = run({ SANDBOX_PORT: 'web' });
    expect(await wrong.exit).toEqual([1, null]);
    expect(await wrong.output).toBe(
      'sandbox vendor did not start: SANDBOX_PORT is "web"; set it to a whole number from 0 to 65535\n',
    );
  });
});
