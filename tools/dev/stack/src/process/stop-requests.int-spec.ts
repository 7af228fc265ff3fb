import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const MODULE = join(__dirname, '../../dist/process/stop-requests.js');
/** Says how it was asked to end, and ends; by itself after a minute without a request. */
const WATCHED = `
  setTimeout(() => process.exit(1), 60_000);
  require(${JSON.stringify(MODULE)}).onStopRequest((code) => { process.stdout.write('asked ' + code); setTimeout(() => process.exit(0), 100); });
  process.stdout.write('up ' + process.pid + '\\n');`;
/** Runs the other and does nothing else. */
const PARENT = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(WATCHED)}], { stdio: 'inherit' }); setTimeout(() => process.exit(1), 60_000);`;

async function run(source: string, act: (started: ReturnType<typeof spawn>, pid: number) => void): Promise<string> {
  const started = spawn(process.execPath, ['-e', source], { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  started.stdout.on('data', (chunk: Buffer) => (said += chunk.toString('utf8')));
  await once(started.stdout, 'data');
  act(started, Number(/^up (\d+)/.exec(said)?.[1]));
  await once(started, 'close');
  return said.split('\n')[1] ?? '';
}

it.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)('%s asks once, with its exit code', async (signal, code) => {
  expect(
    await run(WATCHED, (_started, pid) => {
      process.kill(pid, signal);
      process.kill(pid, signal);
    }),
  ).toBe(`asked ${code}`);
});

it('SIGKILL of its parent asks as a closed terminal does', async () => {
  expect(await run(PARENT, (parent) => parent.kill('SIGKILL'))).toBe('asked 129');
});
