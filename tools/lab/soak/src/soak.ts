import { cpus } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { removeData } from '@arbiter/stack';
import { disturb, type Spell } from './disturbances/disturb';
import { untilReady } from './disturbances/readiness';
import { gather, unfinished, type Evidence } from './judgement/evidence';
import { isWhole, judge, type Judgement } from './judgement/judge';
import {
  lateness,
  percentiles,
  recoveries,
  type Lateness,
  type Percentiles,
  type Recovery,
} from './judgement/lateness';
import { startLoad, type Load } from './load/load';
import { MemoryWatch, type Memory } from './memory';
import { closeSite, openSite, type SoakSystem } from './site';

const SETTLE_MILLISECONDS = 180_000;

export interface SoakOptions {
  readonly minutes: number;
  readonly replicas: number;
  readonly seed: number;
  /** how many write at once, each one thing after the other */
  readonly people: number;
  /** a part of the disturbances' names; usually empty, so that all of them come */
  readonly only?: string;
  readonly tell: (line: string) => void;
}

export interface Report extends Judgement {
  readonly options: Omit<SoakOptions, 'tell'>;
  readonly machine: string;
  /** how a full disk was simulated */
  readonly fullDisk: string;
  /** nothing lost, doubled, twice, unasked, untrue, no gap, and all ready again after each disturbance */
  readonly isWhole: boolean;
  readonly deadLetters: number;
  readonly skipped: number;
  /** requests that were answered that something is away, or not at all; each was sent again under its id */
  readonly refusals: number;
  readonly effects: number;
  /** of the actions that may have an effect, how many had each of these in their history */
  readonly actions: Readonly<Record<'approved' | 'rejected' | 'cancelled' | 'unknown', number>>;
  /** conversations that were given up, and why */
  readonly failures: readonly string[];
  readonly lateMs: Lateness;
  readonly readyMs: Percentiles;
  readonly doneAfterReadyMs: Percentiles;
  readonly recoveries: readonly Recovery[];
  readonly memoryMiB: Readonly<Record<string, Memory>>;
  /** where the logs and the data are; null: all was well and they are deleted */
  readonly dataFolder: string | null;
}

/**
 * Load and disturbances for so long; then everything is left to settle, and judged from the log and the vendor's
 * ledger.
 */
export async function soak(options: SoakOptions): Promise<Report> {
  const site = await openSite(options.replicas, options.tell);
  try {
    const report = await during(site, options);
    await closeSite(site);
    if (report.isWhole) await removeData(site.system.options.dataFolder, []);
    return report;
  } catch (error) {
    await closeSite(site).catch(() => undefined);
    throw new Error(`the soak of ${site.system.options.dataFolder} broke off: ${String(error)}`, { cause: error });
  }
}

async function during(site: SoakSystem, options: SoakOptions): Promise<Report> {
  const { minutes, people, seed, only = '', tell } = options;
  const end = Date.now() + minutes * 60_000;
  const memory = new MemoryWatch(site);
  try {
    const load = await startLoad(site.system.httpUrl, site.system.vendorUrl, people, seed, end);
    const progress = setInterval(
      () =>
        tell(`${load.caller.accepted.length} accepted, ${Math.max(0, Math.round((end - Date.now()) / 1_000))} s to go`),
      15_000,
    );
    const gaveUp = site.system.gaveUp.then((line) => {
      throw new Error(line);
    });
    const spells = await Promise.race([disturb(site, seed, end, only, tell), gaveUp]).finally(() =>
      clearInterval(progress),
    );
    tell('the load ends; waiting until everything has settled');
    await settled(site, load);
    return reportOf(site, options, { load, spells, evidence: await gather(site), memoryMiB: memory.stop() });
  } finally {
    memory.stop();
  }
}

/**
 * Waits until all users have finished and every run has ended, within bounds: a run that is still open then is lost.
 */
async function settled(site: SoakSystem, load: Load): Promise<void> {
  const until = Date.now() + SETTLE_MILLISECONDS;
  await Promise.race([load.done, delay(SETTLE_MILLISECONDS, undefined, { ref: false })]);
  await untilReady(site);
  const ids = load.caller.accepted.map(({ requestId }) => requestId);
  while (Date.now() < until && (await unfinished(site, ids)) > 0) await delay(500);
}

interface Measured {
  readonly load: Load;
  readonly spells: readonly Spell[];
  readonly evidence: Evidence;
  readonly memoryMiB: Report['memoryMiB'];
}

function reportOf(
  site: SoakSystem,
  { minutes, replicas, seed, people }: SoakOptions,
  { load, spells, evidence, memoryMiB }: Measured,
): Report {
  const judgement = judge(load.caller.accepted, evidence, spells);
  const back = recoveries(evidence.runs, spells);
  const whole = isWhole(judgement.faults);
  const having = (fact: string): number =>
    evidence.actions.filter(({ facts }) => facts.includes(`action.${fact}`)).length;
  return {
    isWhole: whole,
    ...judgement,
    options: { minutes, replicas, seed, people },
    machine: `${cpus().length} cores, ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}, ${site.system.stack.postgres.describe}, ${site.system.stack.nats.describe}`,
    fullDisk:
      typeof site.disks === 'string'
        ? `a refused write in its place: ${site.disks}`
        : 'small file systems of Postgres and NATS, filled',
    effects: evidence.ledger.length,
    actions: {
      approved: having('approved'),
      rejected: having('rejected'),
      cancelled: having('cancelled'),
      unknown: having('unknown'),
    },
    deadLetters: evidence.deadLetters,
    skipped: evidence.skipped,
    refusals: load.caller.refusals,
    failures: load.failures,
    lateMs: lateness(evidence.runs, spells),
    readyMs: percentiles(back.flatMap(({ readyMs }) => readyMs ?? [])),
    doneAfterReadyMs: percentiles(back.flatMap(({ doneAfterReadyMs }) => doneAfterReadyMs ?? [])),
    recoveries: back,
    memoryMiB,
    dataFolder: whole ? null : site.system.options.dataFolder,
  };
}
