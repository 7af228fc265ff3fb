import { existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { APPS } from '@arbiter/contracts';
import { ChatClient, defaultPackagesFolder, freePort } from '@arbiter/stack';
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
      'you › Where is my order 1002?', '  ✓ Look up the order', expect.stringMatching(/^arbiter › .*1002/),
      'you › refund order 1003', '  ✓ Look up the order', '  ✓ Refund the order', expect.stringMatching(/^arbiter › .*1003/), '',
    ]);
    expect(process.errors).toContain(`arbiter: keeping data in ${folder}\n`);
    expect(process.errors).toContain(`arbiter: ready at http://127.0.0.1:${process.port}\n`);
    for (const app of APPS) expect(process.errors).toContain(`arbiter: ${app} is up\n`);
    expect(process.lastWord).toBe('arbiter: stopping…');
  });

  describe('with --serve, twice at once on one folder', () => {
    let serving: Started;
    let refused: Started;

    beforeAll(async () => {
      const both = [start(folder, await freePort(), '--serve'), start(folder, await freePort(), '--serve')] as const;
      const winner = await Promise.any(both.map((process) => process.ready().then(() => process)));
      [serving, refused] = winner === both[0] ? both : [both[1], both[0]];
    });

    it('comes up once, and tells the other in one line what to do', async () => {
      expect(await refused.exited).toBe(1);
      expect(refused.lastWord).toMatch(/stop it with Ctrl-C, or set ARBITER_DATA to another folder|wait for it, or set ARBITER_DATA to another folder/);
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
      expect(process.errors).toBe(`arbiter: port ${serving.port} is in use; stop what listens there or set ARBITER_HTTP_PORT to another port\n`);
    });

    it('stays up when its input ends, and leaves no process behind when it is told to stop', async () => {
      serving.type();
      const processes = serving.processes();
      expect(processes.length).toBeGreaterThanOrEqual(APPS.length + 4);
      expect(processes.filter(isAlive)).toEqual(processes);
      expect(await serving.stop('SIGTERM')).toBe(143);
      expect(processes.filter(isAlive)).toEqual([]);
      expect(serving.processes()).toEqual([]);
      expect(serving.lastWord).toBe('arbiter: stopping…');
    });
  });
});
