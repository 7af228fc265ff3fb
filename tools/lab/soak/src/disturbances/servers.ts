import { setTimeout as delay } from 'node:timers/promises';
import { pidOf, setReadOnly, signalProcess, type ServerName } from '@arbiter/stack';
import { Client } from 'pg';
import type { SoakSystem } from '../site';
import type { Disturbance } from './disturbance';

const SPELL_MILLISECONDS = 8_000;
const RETURN_MILLISECONDS = 60_000;
const MOST_CONNECTIONS = 400;
const TITLES: Readonly<Record<ServerName, string>> = { postgres: 'Postgres', nats: 'NATS', redis: 'Redis' };
const SERVERS = Object.keys(TITLES) as readonly ServerName[];

const nothing = async (): Promise<void> => undefined;

/**
 * Each server killed, restarted in order and frozen; Postgres read-only and without a free connection; the broker's
 * data deleted.
 */
export const serversDisturbed = (): readonly Disturbance[] => [
  ...SERVERS.flatMap((server) => [killed(server), restarted(server), frozen(server)]),
  {
    name: 'Postgres read-only',
    holdMilliseconds: SPELL_MILLISECONDS,
    begin: ({ system }) => setReadOnly(system.stack.postgres.url, true),
    end: ({ system }) => setReadOnly(system.stack.postgres.url, false),
  },
  outOfConnections(),
  { name: 'NATS without its data', holdMilliseconds: 0, begin: ({ system }) => system.stack.nats.wipe(), end: nothing },
];

const restarted = (server: ServerName): Disturbance => ({
  name: `${TITLES[server]} restarted`,
  holdMilliseconds: 0,
  begin: ({ system }) => system.stack[server].restart!(),
  end: nothing,
});

const frozen = (server: ServerName): Disturbance => ({
  name: `${TITLES[server]} frozen`,
  holdMilliseconds: SPELL_MILLISECONDS,
  begin: async ({ system }) => signalProcess(system.options.dataFolder, server, 'SIGSTOP'),
  end: async ({ system }) => signalProcess(system.options.dataFolder, server, 'SIGCONT'),
});

/** The disturbance ends when the supervisor has brought the server back. */
function killed(server: ServerName): Disturbance {
  let pid = 0;
  return {
    name: `${TITLES[server]} killed`,
    holdMilliseconds: 0,
    begin: async ({ system }) => {
      pid = pidOf(system.options.dataFolder, server);
      process.kill(pid, 'SIGKILL');
    },
    end: async (site) => {
      for (const until = Date.now() + RETURN_MILLISECONDS; Date.now() < until; await delay(50))
        if (isBack(site, server, pid)) return;
      throw new Error(`${TITLES[server]} did not come back in ${RETURN_MILLISECONDS / 1_000} s`);
    },
  };
}

function isBack({ system }: SoakSystem, server: ServerName, before: number): boolean {
  try {
    return pidOf(system.options.dataFolder, server) !== before && !system.isAway(TITLES[server]);
  } catch {
    return false;
  }
}

/** Takes every free connection, those reserved for the owner too; existing connections go on. */
function outOfConnections(): Disturbance {
  const taken: Client[] = [];
  return {
    name: 'Postgres out of connections',
    holdMilliseconds: SPELL_MILLISECONDS,
    begin: async ({ system }) => {
      for (let count = 0; count < MOST_CONNECTIONS; count += 1) {
        const client = new Client({ connectionString: system.stack.postgres.url });
        client.on('error', () => undefined);
        if (
          !(await client.connect().then(
            () => true,
            () => false,
          ))
        )
          return;
        taken.push(client);
      }
    },
    end: async () => {
      await Promise.all(taken.splice(0).map((client) => client.end().catch(() => undefined)));
    },
  };
}
