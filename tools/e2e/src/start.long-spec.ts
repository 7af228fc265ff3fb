import { existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { APPS } from '@arbiter/contracts';
import { ChatClient, defaultPackagesFolder, freePort } from '@arbiter/stack';
import { eventually } from './test-system';
import { Started, isAlive } from './started';

const folders: string[] = [];
const started: Started[] = [];

afterAll(async () => {
  await Promise.all(started.map((process) => process.stop()));
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A folder of its own that shares the packages fetched before. */
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'arbiter-start-'));
  folders.push(folder);
  if (existsSync(defaultPackagesFolder())) symlinkSync(defaultPackagesFolder(), join(folder, 'packages'));
  return folder;
}

function start(folder: string, port: number, ...parameters: readonly string[]): Started {
  const process = new Started(folder, port, parameters);
  started.push(process);
  return process;
}

describe('npm start', () => {
  let folder: string;

  beforeAll(() => (folder = newFolder()));

  it('answers piped lines one by one with header and reply, and ends well', async () => {
    const process = start(folder, await freePort()).type('Where is my order 1002?', '', 'refund order 1003');
    expect(await process.exited).toBe(0);
    expect(process.output.split('\n')).toEqual([
      'you › Where is my order 1002?',
      '  ✓ Look up the order',
      expect.stringMatching(/^arbiter › .*1002/),
      'you › refund order 1003',
      '  ✓ Look up the order',
      '  ✓ Refund the order',
      expect.stringMatching(/^arbiter › .*1003/),
      '',
    ]);
    expect(process.errors).toContain(`arbiter: keeping data in ${folder}\n`);
    expect(process.errors).toContain(`arbiter: ready at http://127.0.0.1:${process.port}\n`);
    expect(process.errors).toContain('arbiter: services are up\n');
    expect(process.lastWord).toBe('arbiter: stopping…');
  });

  describe('with --serve and a process each, twice at once on one folder', () => {
    let serving: Started;
    let refused: Started;

    beforeAll(async () => {
      const both = [
        start(folder, await freePort(), '--serve', '--services'),
        start(folder, await freePort(), '--serve', '--services'),
      ] as const;
      const winner = await Promise.any(both.map((process) => process.ready().then(() => process)));
      [serving, refused] = winner === both[0] ? both : [both[1], both[0]];
    });

    it('comes up once, and tells the other in one line what to do', async () => {
      expect(await refused.exited).toBe(1);
      expect(refused.lastWord).toMatch(
        /stop it with Ctrl-C, or set ARBITER_DATA to another folder|wait for it, or set ARBITER_DATA to another folder/,
      );
      expect(refused.errors.trim().split('\n')).toHaveLength(2);
    });

    it('goes on with the data and says so', async () => {
      expect(serving.errors).toContain(`arbiter: going on with the data in ${folder} (npm run reset clears it)\n`);
      const client = new ChatClient(`http://127.0.0.1:${serving.port}`, 's-1', 'C-0001');
      expect((await client.say('refund order 1003')).text).toContain('already been refunded');
    });

    it('holds its port: another start there says so in one line and ends badly', async () => {
      const process = start(newFolder(), serving.port, '--serve');
      expect(await process.exited).toBe(1);
      expect(process.errors).toBe(
        `arbiter: port ${serving.port} is in use; stop what listens there or set ARBITER_HTTP_PORT to another port\n`,
      );
    });

    it('starts again what is killed, where it was and with its data, and tells of it', async () => {
      for (const [name, title] of [
        ['postgres', 'Postgres'],
        ['nats', 'NATS'],
        ['redis', 'Redis'],
        ['sandbox-vendor', 'sandbox vendor'],
        ['router', 'router'],
        ['ingress', 'ingress'],
      ] as const) {
        process.kill(serving.pidOf(name), 'SIGKILL');
        await serving.says(
          new RegExp(
            `^arbiter: ${title} ended \\(SIGKILL\\); it said last: .+; starting it again in 0.3 s$[^]*^arbiter: ${title} is up again after \\d`,
            'm',
          ),
        );
      }
      const client = new ChatClient(`http://127.0.0.1:${serving.port}`, 's-2', 'C-0001');
      const turn = await eventually('an answer', () => client.say('refund order 1003').catch(() => null));
      expect(turn.text).toContain('already been refunded');
      expect((await client.say('where is my order 1002?')).text).toContain('1002');
    });

    it('says what is frozen, and when it is back', async () => {
      const frozen = serving.pidOf('planner');
      process.kill(frozen, 'SIGSTOP');
      await serving.says(/^arbiter: planner does not answer; messages wait until it is back$/m);
      process.kill(frozen, 'SIGCONT');
      await serving.says(/^arbiter: planner is back after \d+ s$/m);
      expect(serving.pidOf('planner')).toBe(frozen);
    });

    it('stays up when its input ends, and leaves no process behind when it is told to stop', async () => {
      serving.type();
      const processes = serving.processes();
      expect(processes.length).toBeGreaterThanOrEqual(APPS.length + 4);
      expect(processes.filter(isAlive)).toEqual(processes);
      expect(await serving.stop()).toBe(143);
      expect(processes.filter(isAlive)).toEqual([]);
      expect(serving.processes()).toEqual([]);
      expect(serving.lastWord).toBe('arbiter: stopping…');
    });
  });

  it('keeps a message that comes while the services are away, and answers it once they are back', async () => {
    const talking = start(newFolder(), await freePort());
    talking.typeOn('refund order 1003');
    await talking.ready();
    await eventually('the first answer', async () => talking.output.includes('R-1'));
    process.kill(talking.pidOf('services'), 'SIGKILL');
    talking.type('refund order 1003', 'Where is my order 1002?');
    expect(await talking.exited).toBe(0);
    expect(talking.output.match(/^arbiter › .*$/gm)).toEqual([
      expect.stringContaining('R-1'),
      expect.stringContaining('already been refunded'),
      expect.stringMatching(/1002/),
    ]);
  });

  it('serves on when there is nothing on its input, and stops as a closing terminal tells it', async () => {
    const background = start(newFolder(), await freePort()).type();
    await background.ready();
    const client = new ChatClient(`http://127.0.0.1:${background.port}`, 's-1', 'C-0001');
    expect((await client.say('Where is my order 1002?')).text).toContain('1002');
    const processes = background.processes();
    expect(await background.stop('SIGHUP')).toBe(129);
    expect(processes.filter(isAlive)).toEqual([]);
  });

  it('that is stopped while it starts leaves nothing', async () => {
    const starting = start(newFolder(), await freePort(), '--serve');
    await starting.says(/sandbox vendor is up/);
    const processes = starting.processes();
    expect(await starting.stop('SIGINT')).toBe(130);
    expect([...processes, ...starting.processes()].filter(isAlive)).toEqual([]);
    expect(starting.errors).not.toContain('ready at');
  });

  it.each(['SIGTERM', 'SIGKILL'] as const)('leaves nothing when %s ends npm', async (signal) => {
    const npm = new Started(newFolder(), await freePort(), ['--serve'], 'by npm');
    started.push(npm);
    await npm.ready();
    const processes = npm.processes();
    expect(processes.length).toBeGreaterThanOrEqual(5);
    await npm.stop(signal);
    await eventually(
      'all of them to go',
      async () => processes.filter(isAlive).length === 0 && npm.processes().length === 0,
    );
    expect(npm.errors).toContain('arbiter: stopping…\n');
  });
});
