import { cpus } from 'node:os';
import { onStopRequest } from '@arbiter/stack';
import type { Line } from '../workload';
import { startArbiter, type Open } from './arbiter';
import { mediansOf, ratioOf, type Measured } from './comparison';
import type { Contender } from './contender';
import { startDbos } from './dbos';
import { PeerPackages } from './packages';
import { startRestate } from './restate';
import { turn, type Load } from './turn';

const ROUNDS = 5;
/** Runs the code of each system so often that its engine has compiled it, as after minutes of use. */
const WARM_UP: readonly Load[] = [
  { workload: 'five', inFlight: 64, runs: 3_000 },
  { workload: 'fan', inFlight: 16, runs: 300 },
];
/** Runs of each system in each round. */
const LOADS: readonly Load[] = [
  { workload: 'five', inFlight: 1, runs: 100 },
  { workload: 'five', inFlight: 16, runs: 500 },
  { workload: 'five', inFlight: 64, runs: 1_500 },
  { workload: 'five', inFlight: 256, runs: 1_500 },
  { workload: 'fan', inFlight: 1, runs: 50 },
  { workload: 'fan', inFlight: 16, runs: 300 },
];

export interface Bench {
  readonly open: Open;
  readonly scale: (count: number) => number;
  readonly print: (line: Line) => void;
  readonly report: (line: string) => void;
}

/**
 * Ours, in one process and with a process each, beside other engines of durable execution: all of them up at once, and
 * asked in turn.
 */
export async function besidePeers({ open, scale, print, report }: Bench): Promise<void> {
  const stopping = new AbortController();
  onStopRequest(() => stopping.abort(new Error('stopped before it was done')));
  const { signal } = stopping;
  const packages = await PeerPackages.open(report, signal);
  await using started = new AsyncDisposableStack();
  const contenders: Contender[] = [];
  for (const start of [
    () => startArbiter('one', open),
    () => startArbiter('each', open),
    () => startRestate(packages),
    () => startDbos(packages),
  ]) {
    signal.throwIfAborted();
    const contender = await start();
    started.defer(() => contender.stop());
    contenders.push(contender);
    report(`${contender.name} is up`);
  }
  print(surroundings(contenders));
  // Fewer runs than places would leave places empty.
  const scaled = (load: Load): Load => ({ ...load, runs: Math.max(2 * load.inFlight, scale(load.runs)) });
  for (const contender of contenders)
    for (const load of WARM_UP) {
      await turn(contender, scaled(load), signal);
      report(`${contender.name} is warm for ${load.workload}`);
    }
  for (const load of LOADS) print(await compare(contenders, scaled(load), signal));
}

const surroundings = (contenders: readonly Contender[]): Line => ({
  bench: 'peers_machine',
  cores: cpus().length,
  model: cpus()[0]?.model,
  node: process.version,
  ...Object.fromEntries(contenders.map(({ name, describe }) => [name, describe])),
});

/** The first round warms up and does not count; each one goes the other way round than the one before it. */
async function compare(contenders: readonly Contender[], load: Load, signal: AbortSignal): Promise<Line> {
  const rounds = new Map<string, Measured[]>(contenders.map(({ name }) => [name, []]));
  for (let number = 0; number <= ROUNDS; number += 1)
    for (const contender of number % 2 === 0 ? contenders : contenders.toReversed()) {
      const measured = await turn(contender, load, signal);
      if (number > 0) rounds.get(contender.name)?.push(measured);
    }
  const ours = contenders.filter(({ name }) => name.startsWith('arbiter'));
  const peers = contenders.filter((contender) => !ours.includes(contender));
  return {
    bench: 'peers',
    workload: load.workload,
    in_flight: load.inFlight,
    rounds: ROUNDS,
    runs_per_round: load.runs,
    ...mediansOf(rounds),
    times_the_runs_of: Object.fromEntries(
      ours.map(({ name }) => [
        name,
        Object.fromEntries(peers.map((peer) => [peer.name, ratioOf(rounds, name, peer.name)])),
      ]),
    ),
  };
}
