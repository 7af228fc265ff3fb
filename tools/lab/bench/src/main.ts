import { mkdtempSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { System, type SystemOptions } from '@arbiter/stack';
import { answerHelp, readArguments } from '../../../dev/command-line/command-line.cjs';
import { agentCycles } from './agents';
import { durableAppends } from './durable-appends';
import { hop } from './hop';
import { FIRST_MINUTE, SETTLED_MINUTE, idle } from './idle';
import { longSessions } from './long-sessions';
import { memoryOver } from './memory';
import { modelCalls } from './model-calls';
import { besidePeers } from './peers/peers';
import { PlanningModel } from './planning-model';
import { withReplicas } from './replicas';
import { restart } from './restart';
import { routingDecisions } from './routing';
import { round } from './statistics';
import { sweepOver } from './sweeps';
import { nineSteps, nineStepStudio, warmRuns } from './warm-runs';
import { chatTurns, directRuns, type Line } from './workload';

const SECTIONS = [
  'routing',
  'start',
  'idle',
  'chat',
  'runs',
  'fan',
  'hop',
  'sessions',
  'replicas',
  'models',
  'agents',
  'warm',
  'playbooks',
  'restart',
  'memory',
  'peers',
];

/** The sections that need no system, or start their own. */
const ALONE = ['routing', 'replicas', 'models', 'agents', 'warm', 'playbooks', 'memory', 'peers'];

/** Prints one JSON object a line. */
async function bench(): Promise<void> {
  const {
    values: { only, processes: named },
    flags,
  } = readArguments('bench', process.argv.slice(2));
  const sections = only!.split(',');
  const unknown = sections.find((section) => !SECTIONS.includes(section));
  if (unknown !== undefined) throw new Error(`--only knows ${SECTIONS.join(', ')}, not "${unknown}"`);
  const isQuick = flags.has('quick');
  const scale = (count: number): number => Math.max(10, isQuick ? Math.floor(count / 10) : count);
  if (sections.includes('routing')) print(routingDecisions(50, scale(5_000)));
  if (sections.some((section) => !ALONE.includes(section)))
    for (const processes of processesIn(named!)) await throughSystem(sections, { scale, isQuick }, processes);
  if (sections.includes('models')) for (const line of await modelCalls(open, scale(10_000))) print(line);
  if (sections.includes('agents')) await agents(processesIn(named!), scale(200));
  if (sections.includes('warm')) print(await warm(scale(1_000)));
  if (sections.includes('playbooks')) await playbooks(processesIn(named!), [scale(250), scale(1_000)]);
  if (sections.includes('memory')) await memory(scale(100_000));
  if (sections.includes('replicas'))
    for (const replicas of [1, 2, 3])
      print(await withReplicas(replicas, scale(6_000), (wanted) => open({ processes: 'each', replicas: wanted })));
  if (sections.includes('peers')) await besidePeers({ open, scale, print, report });
}

async function agents(ways: readonly Processes[], count: number): Promise<void> {
  for (const processes of ways)
    for (const line of await agentCycles((options) => open({ ...options, processes }), count))
      print({ ...line, processes });
}

async function playbooks(ways: readonly Processes[], sizes: readonly number[]): Promise<void> {
  for (const processes of ways)
    for (const branches of sizes)
      print({ ...(await sweepOver(branches, (options) => open({ ...options, processes }))), processes });
}

const PROCESSES = ['one', 'each'] as const;
type Processes = (typeof PROCESSES)[number];

function processesIn(text: string): readonly Processes[] {
  const named = text.split(',');
  const unknown = named.find((one) => !(PROCESSES as readonly string[]).includes(one));
  if (unknown !== undefined) throw new Error(`--processes knows ${PROCESSES.join(', ')}, not "${unknown}"`);
  return named as Processes[];
}

type Scale = (count: number) => number;

/** How much is done. */
interface Amount {
  readonly scale: Scale;
  readonly isQuick: boolean;
}

const RUNS_AT_RESTART = 200;

async function throughSystem(
  sections: readonly string[],
  { scale, isQuick }: Amount,
  processes: Processes,
): Promise<void> {
  if (sections.every((section) => ALONE.includes(section))) return;
  if (sections.includes('start')) print(await starts(processes));
  const system = await open({ processes });
  try {
    if (sections.includes('idle')) await rest(isQuick, processes);
    print({
      bench: 'machine',
      processes,
      cores: cpus().length,
      model: cpus()[0]?.model,
      node: process.version,
      postgres: system.stack.postgres.describe,
      nats: system.stack.nats.describe,
    });
    if (sections.includes('chat')) await chats(system, scale);
    if (sections.includes('runs')) await runs(system, scale);
    if (sections.includes('fan'))
      for (const inFlight of [1, 16])
        print(await directRuns(system, 'echo_fan_out', 21, inFlight, scale(inFlight * 40)));
    if (sections.includes('restart')) print({ ...(await restart(system, RUNS_AT_RESTART)), processes });
    // These stop single services.
    if (processes === 'one') return;
    if (sections.includes('hop')) print(await hop(system, scale(20_000)));
    if (sections.includes('sessions'))
      for (const line of await longSessions(system, [10, scale(1_000), scale(10_000)])) print(line);
  } finally {
    await system.stop();
  }
}

/** The first start of an installation, and one after it; milliseconds until turns are taken. */
async function starts(processes: Processes): Promise<Line> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'arbiter-bench-start-'));
  const milliseconds: number[] = [];
  for (const throwaway of [false, true]) {
    const began = performance.now();
    const system = await open({ processes, dataFolder, throwaway });
    milliseconds.push(Math.round(performance.now() - began));
    await system.stop();
  }
  return { bench: 'start', processes, first_ms: milliseconds[0], later_ms: milliseconds[1] };
}

const QUIET = { ARBITER_LOG_LEVEL: 'warn', ARBITER_RATE_PER_MINUTE: '0' };

const open = (options: Partial<SystemOptions>): Promise<System> =>
  System.start({
    dataFolder: mkdtempSync(join(tmpdir(), 'arbiter-bench-')),
    throwaway: true,
    durable: true,
    report,
    environment: QUIET,
    ...options,
  });

/** A playbook's plan of nine steps, drawn up once and carried out day after day. */
async function warm(days: number): Promise<Line> {
  const model = await PlanningModel.open(nineSteps);
  const environment = { ...QUIET, ARBITER_TENANT: 'studio', ARBITER_MODEL_URL: model.url, ARBITER_MODEL: 'planner' };
  const system = await open({ processes: 'one', tenants: [nineStepStudio()], environment });
  try {
    return await warmRuns(system, model, days);
  } finally {
    await system.stop();
    await model.close();
  }
}

async function memory(total: number): Promise<void> {
  const system = await open({ processes: 'each' });
  try {
    await memoryOver(system, total, print);
  } finally {
    await system.stop();
  }
}

async function rest(isQuick: boolean, processes: Processes): Promise<void> {
  const started = performance.now();
  for (const minute of isQuick ? [FIRST_MINUTE] : [FIRST_MINUTE, SETTLED_MINUTE])
    print({ ...(await idle(minute, started)), processes });
}

async function chats(system: System, scale: Scale): Promise<void> {
  await chatTurns(system, 1, 20);
  for (const [sessions, turns] of [
    [1, 200],
    [16, 1_600],
  ] as const)
    print(await chatTurns(system, sessions, scale(turns)));
}

async function runs(system: System, scale: Scale): Promise<void> {
  const lines: Line[] = [];
  for (const [inFlight, total] of [
    [1, 200],
    [16, 2_000],
    [64, 6_000],
    [256, 6_000],
  ] as const) {
    lines.push(await directRuns(system, 'echo_five', 5, inFlight, scale(total)));
    print(lines.at(-1)!);
  }
  const appends = await durableAppends(system.stack.postgres.url);
  print({
    bench: 'durable_appends',
    connections: 16,
    rows_per_second: appends.perSecond,
    fsync: appends.fsync,
    synchronous_commit: appends.synchronousCommit,
    steps_to_appends: Object.fromEntries(
      lines.map((line) => [
        `in_flight_${line['in_flight']}`,
        round(Number(line['steps_per_second']) / appends.perSecond, 2),
      ]),
    ),
  });
}

function report(line: string): void {
  process.stderr.write(`bench: ${line}\n`);
}

function print(line: Line): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

answerHelp('bench');
bench().then(
  () => process.exit(0),
  (error: unknown) => {
    report(error instanceof Error ? error.message : String(error));
    process.exit(1);
  },
);
