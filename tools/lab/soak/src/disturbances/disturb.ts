import { setTimeout as delay } from 'node:timers/promises';
import { seededRandom, type SeededRandom } from '@arbiter/sandbox-vendor';
import type { SoakSystem } from '../site';
import { disksDisturbed } from './disks';
import type { Disturbance } from './disturbance';
import { untilReady } from './readiness';
import { serversDisturbed } from './servers';
import { servicesDisturbed } from './services';
import { vendorDisturbed } from './vendor';

const SHORTEST_PAUSE_MILLISECONDS = 4_000;
const LONGEST_PAUSE_MILLISECONDS = 11_000;

/** When something went wrong; milliseconds since 1970. */
export interface Spell {
  readonly name: string;
  readonly begun: number;
  /** when the disturbance was over, or the server was back */
  readonly ended: number;
  /** every service took work again; null: not within the patience */
  readonly ready: number | null;
}

/**
 * One disturbance after the other, of those whose names contain `only`, each reported and timed, with pauses between,
 * until `end`. Each comes once before any comes twice.
 */
export async function disturb(
  site: SoakSystem,
  seed: number,
  end: number,
  only: string,
  tell: (line: string) => void,
): Promise<readonly Spell[]> {
  const random = seededRandom(seed);
  const all = [
    ...servicesDisturbed(random),
    ...serversDisturbed(),
    ...disksDisturbed(site.disks),
    ...vendorDisturbed(),
  ].filter(({ name }) => name.includes(only));
  if (all.length === 0) throw new Error(`no disturbance has "${only}" in its name`);
  const spells: Spell[] = [];
  let round: Disturbance[] = [];
  for (;;) {
    await delay(random.between(SHORTEST_PAUSE_MILLISECONDS, LONGEST_PAUSE_MILLISECONDS));
    if (Date.now() >= end) return spells;
    if (round.length === 0) round = shuffled(all, random);
    const spell = await lives(round.pop()!, site);
    spells.push(spell);
    tell(
      `${spell.name}: ${spell.ended - spell.begun} ms, ${spell.ready === null ? 'not ready again in time' : `ready after another ${spell.ready - spell.ended} ms`}`,
    );
  }
}

async function lives({ name, holdMilliseconds, begin, end }: Disturbance, site: SoakSystem): Promise<Spell> {
  const begun = Date.now();
  try {
    await begin(site);
    await delay(holdMilliseconds);
  } finally {
    await end(site);
  }
  const ended = Date.now();
  return { name, begun, ended, ready: await untilReady(site) };
}

function shuffled<T>(all: readonly T[], random: SeededRandom): T[] {
  const left = [...all];
  return all.map(() => left.splice(random.between(0, left.length - 1), 1)[0]!);
}
