import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { APPS, type App } from '@arbiter/contracts';
import { accountsBlock, loginOf, natsUsers } from '@arbiter/runtime';
import { freePort, startStack, type Stack } from '@arbiter/stack';
import { ROOT, textOf } from './files';
import { runStages, type Image } from './run-stages';
import { runIn, startIn } from './started-image';

const READY_MILLISECONDS = 90_000;
const STOP_MILLISECONDS = 30_000;
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const passwordVariable = (app: App): string => `ARBITER_DB_PASSWORD_${app.replaceAll('-', '_').toUpperCase()}`;

/**
 * No image can be built without a container engine: this carries out the Dockerfile's steps in a scratch folder, then
 * starts the result.
 */
async function main(): Promise<void> {
  const scratch = mkdtempSync(join(tmpdir(), 'arbiter-image-'));
  chmodSync(scratch, 0o755);
  try {
    const image = runStages(textOf('deploy/Dockerfile'), ROOT, scratch, say);
    const stack = await startStack({
      dataFolder: mkdtempSync(join(tmpdir(), 'arbiter-image-data-')),
      throwaway: true,
      natsConfiguration: () => accountsBlock(natsUsers(String)),
    });
    try {
      await migrate(image, stack);
      checkDashboard((await startEach(image, stack)).join('\n'));
    } finally {
      await stack.stop();
    }
    say('every service starts from what the Dockerfile makes');
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function migrate(image: Image, stack: Stack): Promise<void> {
  const passwords = Object.fromEntries(APPS.map((app) => [passwordVariable(app), app]));
  const { code, output } = await runIn(image, ['tools/ops/migrate/dist/main.js'], {
    ARBITER_POSTGRES_OWNER_URL: stack.postgres.url,
    ...passwords,
  });
  if (code !== 0) throw new Error(`the migration job ended with ${code}: ${output}`);
  say(`migrate: ${output.trim().replaceAll('\n', '; ')}`);
}

const MASTER_KEY = randomBytes(32).toString('base64');

async function environmentOf(app: App, stack: Stack): Promise<NodeJS.ProcessEnv> {
  const postgres = new URL(stack.postgres.url);
  Object.assign(postgres, { username: loginOf(app), password: app });
  return {
    ARBITER_POSTGRES_URL: postgres.href,
    ARBITER_NATS_URL: stack.nats.url,
    ARBITER_NATS_USER: app,
    ARBITER_NATS_PASSWORD: app,
    ARBITER_REDIS_URL: stack.redis.url,
    ARBITER_MASTER_KEY: MASTER_KEY,
    ARBITER_ADMIN_HOST: '127.0.0.1',
    ARBITER_ADMIN_PORT: String(await freePort()),
    ARBITER_HTTP_PORT: String(await freePort()),
    ARBITER_SHOP_URL: 'http://127.0.0.1:9',
    ARBITER_STUDIO_URL: 'http://127.0.0.1:9',
    ARBITER_DESK_URL: 'http://127.0.0.1:9',
  };
}

/** A service that is ready by the image's own health check. */
interface Ready {
  /** what it exports */
  readonly metrics: string;
  /** Throws when it does not end with 0 upon SIGTERM. */
  stop(): Promise<void>;
}

/**
 * Telemetry makes the broker's streams and durables, so it runs while each of the others starts. The metrics of all.
 */
async function startEach(image: Image, stack: Stack): Promise<readonly string[]> {
  const keeper = await start(image, 'telemetry', await environmentOf('telemetry', stack));
  const exported = [keeper.metrics];
  try {
    for (const app of APPS.filter((name) => name !== 'telemetry')) {
      const environment = await environmentOf(app, stack);
      const service = await start(image, app, environment);
      exported.push(service.metrics);
      try {
        if (app === 'ingress') await checkPage(`http://127.0.0.1:${environment['ARBITER_HTTP_PORT']}`);
      } finally {
        await service.stop();
      }
    }
  } finally {
    await keeper.stop();
  }
  return exported;
}

async function start(image: Image, app: App, environment: NodeJS.ProcessEnv): Promise<Ready> {
  const child = startIn(image, ['apps/all/dist/services.js', app], environment);
  const said: string[] = [];
  for (const stream of [child.stdout!, child.stderr!])
    stream.on('data', (chunk: Buffer) => said.push(chunk.toString()));
  const output = (): string => said.join('').slice(-2_000);
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const until = Date.now() + READY_MILLISECONDS;
  const { ARBITER_ADMIN_PORT: port } = environment;
  const metricsOnceReady = async (): Promise<string> => {
    while ((await runIn(image, ['deploy/healthcheck.mjs'], { ARBITER_ADMIN_PORT: port })).code !== 0)
      if (child.exitCode !== null || Date.now() > until)
        throw new Error(`${app} does not become ready; it said: ${output()}`);
    return (await fetch(`http://127.0.0.1:${port}/metrics`, { signal: AbortSignal.timeout(5_000) })).text();
  };
  const metrics = await metricsOnceReady().catch((error: unknown) => {
    child.kill('SIGKILL');
    throw error;
  });
  return {
    metrics,
    stop: async () => {
      child.kill('SIGTERM');
      const tooLong = setTimeout(() => child.kill('SIGKILL'), STOP_MILLISECONDS);
      const code = await ended.finally(() => clearTimeout(tooLong));
      if (code !== 0) throw new Error(`${app} ended with ${code} on SIGTERM; it said: ${output()}`);
      say(`${app}: ready, and stopped with 0`);
    },
  };
}

/** The image brings the page along, with the script that it names. */
async function checkPage(url: string): Promise<void> {
  const page = await (await fetch(url, { signal: AbortSignal.timeout(5_000) })).text();
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(page)?.[1];
  const response = script ? await fetch(`${url}${script}`, { signal: AbortSignal.timeout(5_000) }) : null;
  if (response?.status !== 200) throw new Error(`ingress serves no page: ${page.slice(0, 200)}`);
  say('the page is served');
}

/** Every metric that the dashboard asks for, as the running services announce them. */
function checkDashboard(exported: string): void {
  const asked = new Set(
    [...textOf('deploy/grafana/dashboards/arbiter.json').matchAll(/\b(?:arbiter|nodejs|process)_\w+/g)].map(([name]) =>
      name.replace(/_bucket$/, ''),
    ),
  );
  const missing = [...asked].filter((name) => !exported.includes(`# TYPE ${name} `));
  if (missing.length > 0) throw new Error(`the dashboard asks for ${missing.join(', ')}, which no service exports`);
  say(`the dashboard's ${asked.size} metrics are exported`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
