import { APPS, type App } from '@arbiter/contracts';
import type { SeededRandom } from '@arbiter/sandbox-vendor';
import { signalProcess, type RunningService } from '@arbiter/stack';
import type { SoakSystem } from '../site';
import type { Disturbance } from './disturbance';

const FROZEN_MILLISECONDS = 8_000;
const ROLLED_MILLISECONDS = 8_000;

const nothing = async (): Promise<void> => undefined;

/**
 * Each service killed, told to stop, frozen, and rolled to a later release and back: one of its replicas; the
 * supervisor starts it again.
 */
export const servicesDisturbed = (random: SeededRandom): readonly Disturbance[] =>
  APPS.flatMap((app) => [
    {
      name: `${app} killed`,
      holdMilliseconds: 0,
      begin: (site: SoakSystem) => send(anyOf(site, app, random), 'SIGKILL'),
      end: nothing,
    },
    {
      name: `${app} restarted`,
      holdMilliseconds: 0,
      begin: (site: SoakSystem) => send(anyOf(site, app, random), 'SIGTERM'),
      end: nothing,
    },
    frozen(app, random),
    rolled(app, random),
  ]);

/** The other replicas are of this release meanwhile, and so is everybody else. */
function rolled(app: App, random: SeededRandom): Disturbance {
  let service: RunningService | undefined;
  return {
    name: `${app} rolled to a later release and back`,
    holdMilliseconds: ROLLED_MILLISECONDS,
    begin: async (site) => {
      service = anyOf(site, app, random);
      await site.system.roll(service, site.later.folder);
    },
    end: async ({ system }) => {
      if (service) await system.roll(service);
    },
  };
}

function frozen(app: App, random: SeededRandom): Disturbance {
  let name: string = app;
  return {
    name: `${app} frozen`,
    holdMilliseconds: FROZEN_MILLISECONDS,
    begin: async (site) => {
      ({ name } = anyOf(site, app, random));
      signalProcess(site.system.options.dataFolder, name, 'SIGSTOP');
    },
    end: async ({ system }) => signalProcess(system.options.dataFolder, name, 'SIGCONT'),
  };
}

const anyOf = ({ system }: SoakSystem, app: App, random: SeededRandom): RunningService =>
  random.pick(system.services.filter((service) => service.apps.includes(app)));

/** Bypasses the supervisor, so that the process seems to end by itself. */
async function send({ process: { pid } }: RunningService, signal: NodeJS.Signals): Promise<void> {
  process.kill(pid, signal);
}
