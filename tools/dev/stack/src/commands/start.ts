import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { forcedBy } from '@arbiter/artifacts';
import { ChatClient } from '../chat/client';
import { answerLines, converse } from '../chat/terminal';
import { ProgramOutput } from '../chat/program-output';
import { defaultDataFolder, noteHttpPort } from '../folder/data-folder';
import { HealthWatch } from '../health/health-watch';
import type { Place } from '../health/readiness';
import { isPortFree } from '../process/ports';
import { onStopRequest } from '../process/stop-requests';
import { System } from '../system/system';
import { deployedTenants } from '../system/tenants';
import { modelsInUse } from './models-in-use';
import { answerHelp, readArguments } from '../../../command-line/command-line.cjs';

const DEFAULT_PORT = 3_000;
/** The customer the demo's terminal speaks for; the customer is bound here, never by an argument. */
const DEMO_CUSTOMER = 'C-0001';

const voice = new ProgramOutput();
const { say } = voice;

async function start(): Promise<number> {
  const { flags, values } = readArguments('start', process.argv.slice(2));
  const httpPort = await freeHttpPort();
  const dataFolder = defaultDataFolder();
  const goesOn = existsSync(join(dataFolder, 'arbiter-data'));
  say(goesOn ? `going on with the data in ${dataFolder} (npm run reset clears it)` : `keeping data in ${dataFolder}`);
  const { stopped, signal } = stopRequest();
  const processes = flags.has('services') ? ('each' as const) : ('one' as const);
  const options = {
    dataFolder,
    processes,
    httpPort,
    tenants: deployedTenants(),
    report: say,
    environment: passedOn(),
    apiKey: process.env.ARBITER_API_KEY,
    forced: forcedBy(values),
    supervise: true,
    signal,
  };
  const system = await System.start(options).catch((error: unknown) => {
    if (!signal.aborted) throw error;
    return null;
  });
  if (!system) return stopped;
  noteHttpPort(dataFolder, httpPort);
  return runUntil(stopped, system, flags.has('serve'));
}

/** The exit code of the first stop, and the signal that cuts a start short. */
function stopRequest(): { readonly stopped: Promise<number>; readonly signal: AbortSignal } {
  const { promise: stopped, resolve } = Promise.withResolvers<number>();
  const stopping = new AbortController();
  onStopRequest((exitCode) => {
    say('stopping…');
    stopping.abort();
    resolve(exitCode);
  });
  return { stopped, signal: stopping.signal };
}

async function freeHttpPort(): Promise<number> {
  const port = readPort(process.env.ARBITER_HTTP_PORT);
  if (!(await isPortFree(port)))
    throw new Error(`port ${port} is in use; stop what listens there or set ARBITER_HTTP_PORT to another port`);
  return port;
}

async function runUntil(stopped: Promise<number>, system: System, only: boolean): Promise<number> {
  const health = new HealthWatch({
    places: () => placesOf(system),
    isReportedElsewhere: (name) => system.isAway(name),
    tell: say,
  });
  try {
    for (const served of modelsInUse()) say(served);
    say(`ready at ${system.httpUrl}`);
    void health.watch();
    return await Promise.race([stopped, system.gaveUp.then(giveUp), serve(system, only).then(finish)]);
  } finally {
    health.stop();
    await system.stop();
  }
}

function giveUp(why: string): number {
  say(why);
  return 1;
}

function finish(exitCode: number): number {
  say('stopping…');
  return exitCode;
}

const placesOf = ({ services }: System): readonly Place[] =>
  services.map(({ name, adminPort }) => ({ name, url: `http://127.0.0.1:${adminPort}/readyz` }));

async function serve(system: System, only: boolean): Promise<number> {
  if (only) return new Promise(() => undefined);
  const client = new ChatClient(system.httpUrl, `terminal-${randomUUID()}`, DEMO_CUSTOMER, {
    apiKey: process.env.ARBITER_API_KEY,
  });
  if (process.stdin.isTTY) {
    say('try: Where is my order 1002?   refund order 1003   refund order 1004   (exit or Ctrl-D ends)');
    await converse(client, voice);
    return 0;
  }
  const { lines, failed } = await answerLines(client, voice);
  // An input that holds nothing is that of a background job, not of a conversation that is over.
  if (lines === 0) return serve(system, true);
  return failed === 0 ? 0 : 1;
}

/** The person's settings for the services are passed on; the system itself sets those of this machine's servers. */
function passedOn(): NodeJS.ProcessEnv {
  const own = /^ARBITER_(DATA|HTTP_PORT|MASTER_KEY|API_KEY|(POSTGRES|NATS|REDIS)_.*|STACK_.*)$/;
  return Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => /^(ARBITER|OTEL)_|_API_KEY$|_BASE_URL$/.test(name) && !own.test(name),
    ),
  );
}

function readPort(text: string | undefined): number {
  const port = Number(text ?? DEFAULT_PORT);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new Error(`ARBITER_HTTP_PORT is "${text}"; set it to a port from 1 to 65535`);
  return port;
}

answerHelp('start');
start().then(
  (code) => process.exit(code),
  (error: unknown) => {
    say(error instanceof Error ? error.message : String(error));
    process.exit(1);
  },
);
