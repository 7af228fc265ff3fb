import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ChatClient } from '../chat/client';
import { answerLines, converse } from '../chat/terminal';
import { defaultDataFolder } from '../folder/data-folder';
import { isPortFree } from '../process/ports';
import { System } from '../system/system';

const DEFAULT_PORT = 3_000;
/** The customer the demo's terminal speaks for; who is asking is bound here, never by an argument. */
const DEMO_CUSTOMER = 'C-0001';

async function start(): Promise<number> {
  const { values } = parseArgs({ options: { serve: { type: 'boolean', default: false } } });
  const httpPort = readPort(process.env.ARBITER_HTTP_PORT);
  if (!(await isPortFree(httpPort))) {
    throw new Error(`port ${httpPort} is in use; stop what listens there or set ARBITER_HTTP_PORT to another port`);
  }
  const dataFolder = defaultDataFolder();
  const goesOn = existsSync(join(dataFolder, 'arbiter-data'));
  say(goesOn ? `going on with the data in ${dataFolder} (npm run reset clears it)` : `keeping data in ${dataFolder}`);
  const stopping = stopSignal();
  const system = await System.start({ dataFolder, httpPort, report: say, environment: passedOn(), apiKey: process.env.ARBITER_API_KEY });
  try {
    say(`ready at ${system.httpUrl}`);
    return await Promise.race([serve(system, values.serve), stopping]);
  } finally {
    say('stopping…');
    await system.stop();
  }
}

async function serve(system: System, only: boolean): Promise<number> {
  if (only) return new Promise(() => undefined);
  const client = new ChatClient(system.httpUrl, `terminal-${randomUUID()}`, DEMO_CUSTOMER, { apiKey: process.env.ARBITER_API_KEY });
  if (process.stdin.isTTY) {
    say('try: Where is my order 1002?   refund order 1003   refund order 1004   (exit or Ctrl-D ends)');
    await converse(client);
    return 0;
  }
  return (await answerLines(client)) === 0 ? 0 : 1;
}

/** What the person set for the services goes through to them; what this machine's own servers need is set by the system. */
function passedOn(): NodeJS.ProcessEnv {
  const own = /^ARBITER_(DATA|HTTP_PORT|MASTER_KEY|API_KEY|(POSTGRES|NATS|REDIS)_.*|STACK_.*)$/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => /^(ARBITER|OTEL)_|_API_KEY$/.test(name) && !own.test(name)));
}

function readPort(text: string | undefined): number {
  const port = Number(text ?? DEFAULT_PORT);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new Error(`ARBITER_HTTP_PORT is "${text}"; set it to a port from 1 to 65535`);
  return port;
}

function stopSignal(): Promise<number> {
  return new Promise((resolve) => {
    process.on('SIGINT', () => resolve(130));
    process.on('SIGTERM', () => resolve(143));
  });
}

function say(line: string): void {
  process.stderr.write(`arbiter: ${line}\n`);
}

start().then(
  (code) => process.exit(code),
  (error: unknown) => {
    say(error instanceof Error ? error.message : String(error));
    process.exit(1);
  },
);
