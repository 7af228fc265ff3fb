import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { ChannelHost } from './host';
import {
  describeChannel,
  type Call,
  type Forgery,
  type ProviderAction,
  type ProviderSide,
  type ShownPost,
} from './testing';

const ROOT = resolve(__dirname, '../../..');
const [, FILE = '', PROGRAM = ''] =
  /^```ts\n\/\/ (apps\/channel-\w+\/src\/main\.ts)\n([\s\S]*?)^```$/m.exec(
    readFileSync(join(ROOT, 'docs/extending.md'), 'utf8'),
  ) ?? [];
const SECRET = 'a secret of both sides';
const folder = mkdtempSync(join(tmpdir(), 'arbiter-readme-'));

/** The page's program, compiled as `npm run build` would. */
function compile(): string {
  const file = join(folder, FILE);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, PROGRAM);
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: join(ROOT, 'tsconfig.base.json'),
      compilerOptions: {
        rootDir: '.',
        outDir: 'dist',
        composite: false,
        incremental: false,
        typeRoots: [join(ROOT, 'node_modules/@types')],
      },
      include: [FILE],
    }),
  );
  const { status, stdout } = spawnSync(
    process.execPath,
    [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', folder],
    { encoding: 'utf8', timeout: 60_000 },
  );
  expect([status, stdout]).toEqual([0, '']);
  return join(folder, 'dist', FILE.replace(/\.ts$/, '.js'));
}

/** The provider of the page's channel: posts are JSON, and a number says when it had enough. */
class Pager implements ProviderSide {
  private readonly shown: ShownPost[] = [];
  private readonly made: Call[] = [];
  private limited = { seconds: 0, times: 0 };
  private url = '';

  private constructor(private readonly server: Server) {}

  static async open(): Promise<Pager> {
    const server = createServer();
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const pager = new Pager(server);
    server.on(
      'request',
      (request, response) =>
        void request.toArray().then((chunks) => {
          const { status, headers } = pager.take(
            JSON.parse(Buffer.concat(chunks).toString('utf8')) as { chat: string; text: string },
          );
          response.writeHead(status, headers).end();
        }),
    );
    return pager;
  }

  async serve(environment: NodeJS.ProcessEnv): Promise<ChannelHost<never>> {
    const { port } = this.server.address() as AddressInfo;
    const child = spawn(process.execPath, [join(folder, 'dist', FILE.replace(/\.ts$/, '.js'))], {
      env: {
        ...environment,
        ARBITER_HTTP_PORT: '0',
        ARBITER_PAGER_URL: `http://127.0.0.1:${port}`,
        ARBITER_PAGER_SECRET: SECRET,
      },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const ready = await new Promise<{ port: number }>((done, fail) =>
      child
        .once('message', (message) => done(message as { port: number }))
        .once('exit', () => fail(new Error('it ended'))),
    );
    this.url = `http://127.0.0.1:${ready.port}/`;
    return { close: () => stopped(child) } as ChannelHost<never>;
  }

  async send(action: ProviderAction, forgery?: Forgery): Promise<boolean> {
    const { chat, person, number, kind } = action;
    const body = JSON.stringify({
      chat: String(chat),
      person: String(person),
      id: String(number),
      ...(kind === 'text' ? { text: action.text } : {}),
    });
    const secret = forgery === 'wrong' ? 'another' : SECRET;
    return (
      (
        await fetch(this.url, {
          method: 'POST',
          body,
          headers: forgery === 'missing' ? {} : { 'x-pager-secret': secret },
        })
      ).status === 200
    );
  }

  posts = (): readonly ShownPost[] => this.shown;
  marks = () => [];
  calls = (): readonly Call[] => this.made;

  limit(seconds: number, times: number): void {
    this.limited = { seconds, times };
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((done) => this.server.close(done));
  }

  private take({ chat, text }: { chat: string; text: string }): { status: number; headers: Record<string, string> } {
    const wasLimited = this.limited.times > 0;
    this.made.push({ at: Date.now(), chat: Number(chat), wasLimited });
    if (wasLimited) {
      this.limited.times -= 1;
      return { status: 429, headers: { 'retry-after': String(this.limited.seconds) } };
    }
    this.shown.push({ id: String(this.shown.length), chat: Number(chat), text, buttons: [], quotes: null });
    return { status: 200, headers: {} };
  }
}

async function stopped(child: ChildProcess): Promise<void> {
  const ended = new Promise((done) => child.once('exit', done));
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
}

describe('the sixth channel that docs/extending.md adds', () => {
  beforeAll(() => void compile());
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is a program of fewer than fifty lines', () => {
    expect(FILE).toBe('apps/channel-pager/src/main.ts');
    expect(PROGRAM.trim().split('\n').length).toBeLessThan(50);
  });

  describeChannel('pager', {
    channel: { name: 'pager', capabilities: { longestText: 500, buttons: false, reactions: false, quotes: false } },
    kinds: ['text', 'unsupported'],
    forgeries: ['missing', 'wrong'],
    takesLongTexts: true,
    tells: true,
    limits: true,
    openProvider: () => Pager.open(),
  });
});
