import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { System } from '@arbiter/stack';
import { endOf, expectedOf, isAsExpected, NO, READS_ONLY, YES, type Pass } from './passes';
import { wished } from './person';
import { RetailVendor } from './retail/retail-vendor';
import { ADDRESS_VARIABLE, retailTenant, toolName } from './retail-tenant';
import { ScriptedAgent, type ToldCall } from './scripted-agent';
import { missingFiles, readRecording, type Recording, type Task } from './task';

export interface AgentEvaluation {
  /** of the recording */
  readonly folder: string;
  /** how many of its tasks, from the first on */
  readonly first: number;
}

/** What came of one pass over the tasks. */
export interface AgentScore {
  readonly pass: Pass['pass'];
  readonly tasks: number;
  /** calls that the model wanted */
  readonly calls: number;
  /** those that it had wanted before: they are not made again */
  readonly repeated: number;
  /** those of which it was told what it should be told */
  readonly told_right: number;
  /** how often the person was asked */
  readonly asked: number;
  /** requests for a mutation that reached the vendor */
  readonly mutations: number;
  /** those to which the person had not said yes */
  readonly unasked_mutations: number;
  /** tasks after which the vendor's records are as they should be */
  readonly end_states_right: number;
  readonly wrong: readonly WrongTask[];
}

interface WrongTask {
  readonly task: string;
  readonly why: readonly string[];
}

export interface AgentReport {
  readonly of_tasks: number;
  readonly passes: readonly AgentScore[];
}

/** Without the recording there is nothing to measure. */
export interface Skipped {
  readonly skipped: string;
}

/**
 * Recorded decisions of a model, played through a whole system: the machine of agents, the gate, and a vendor of the
 * recorded tools.
 */
export async function evaluateAgents(
  { folder, first }: AgentEvaluation,
  tell: (line: string) => void,
): Promise<AgentReport | Skipped> {
  const missing = missingFiles(folder);
  if (missing.length > 0) return { skipped: `there is no recording without ${missing.join(', ')}` };
  const recording = await readRecording(folder);
  const tasks = recording.tasks.slice(0, first);
  const [vendor, agent] = await Promise.all([RetailVendor.open(), ScriptedAgent.open()]);
  const tenant = retailTenant(recording.tools, recording.policy);
  const dataFolder = mkdtempSync(join(tmpdir(), 'arbiter-retail-data-'));
  try {
    const system = await startSystem(dataFolder, tenant, vendor, agent);
    try {
      const passes: AgentScore[] = [];
      for (const pass of [YES, NO, READS_ONLY])
        passes.push(await passOf(pass, { system, vendor, agent, shop: recording.shop, tasks, tell }));
      return { of_tasks: recording.tasks.length, passes };
    } finally {
      await system.stop();
    }
  } finally {
    await Promise.all([vendor.close(), agent.close()]);
    for (const made of [dataFolder, resolve(tenant, '../..')]) rmSync(made, { recursive: true, force: true });
  }
}

/** Nothing took place without a yes, and everything came out as recorded. */
export const isRight = (report: AgentReport | Skipped): boolean =>
  'skipped' in report ||
  report.passes.every(({ unasked_mutations: unasked, wrong }) => unasked === 0 && wrong.length === 0);

const startSystem = (dataFolder: string, tenant: string, vendor: RetailVendor, agent: ScriptedAgent): Promise<System> =>
  System.start({
    dataFolder,
    throwaway: true,
    processes: 'one',
    tenants: [tenant],
    environment: {
      ARBITER_TENANT: 'retail',
      ARBITER_LOG_LEVEL: 'error',
      ARBITER_RATE_PER_MINUTE: '0',
      ARBITER_MODEL: 'recorded',
      ARBITER_MODEL_URL: agent.url,
      [ADDRESS_VARIABLE]: vendor.url,
    },
  });

interface Played extends Pick<Recording, 'shop' | 'tasks'> {
  readonly system: Pick<System, 'httpUrl'>;
  readonly vendor: RetailVendor;
  readonly agent: ScriptedAgent;
  readonly tell: (line: string) => void;
}

const PROGRESS_TASKS = 10;

async function passOf(pass: Pass, played: Played): Promise<AgentScore> {
  const { tasks, tell } = played;
  const found: PlayedTask[] = [];
  for (const task of tasks) {
    found.push(await taskOf(task, pass, played));
    if (found.length % PROGRESS_TASKS === 0 || found.length === tasks.length)
      tell(`${found.length} of ${tasks.length} tasks, ${pass.pass}`);
  }
  const sum = (of: (one: PlayedTask) => number): number => found.reduce((total, one) => total + of(one), 0);
  return {
    pass: pass.pass,
    tasks: tasks.length,
    calls: sum(({ calls }) => calls),
    repeated: sum(({ repeated }) => repeated),
    told_right: sum(({ right }) => right),
    asked: sum(({ asked }) => asked),
    mutations: sum(({ mutations }) => mutations),
    unasked_mutations: sum(({ unasked }) => unasked),
    end_states_right: sum(({ endsRight }) => (endsRight ? 1 : 0)),
    wrong: found.flatMap(({ wrong }) => wrong ?? []),
  };
}

interface PlayedTask {
  readonly calls: number;
  readonly repeated: number;
  readonly right: number;
  readonly asked: number;
  readonly mutations: number;
  readonly unasked: number;
  readonly endsRight: boolean;
  readonly wrong: WrongTask | null;
}

async function taskOf(task: Task, pass: Pass, { system, vendor, agent, shop }: Played): Promise<PlayedTask> {
  const { task_id: id, expected_actions: calls, user_scenario: scenario } = task;
  let [yeses, mutations, unasked] = [0, 0, 0];
  vendor.begin(shop);
  vendor.onMutation = () => {
    mutations += 1;
    if (mutations > yeses) unasked += 1;
  };
  agent.begin(calls.map(({ tool, args }) => ({ tool: toolName(tool), args })));
  const { run, asked } = await wished(system.httpUrl, {
    ...pass,
    text: scenario.instructions.reason_for_call,
    onAnswer: () => (yeses += pass.says === 'yes' ? 1 : 0),
  });
  const expected = expectedOf(task, pass);
  const off = expected.flatMap((one, index) => (isAsExpected(agent.told[index], one) ? [] : [index]));
  const endsRight = isDeepStrictEqual(vendor.shop, endOf(shop, task, pass));
  const reasons = [
    ...(run.status === 'ok' ? [] : [`the run ended as ${run.status} ${run.code ?? ''}`]),
    ...off.map((index) => `call ${index + 1}, ${calls[index]!.tool}: ${toldAs(agent.told[index])}`),
    ...(endsRight ? [] : ['the records are not as they should be at the end']),
  ];
  return {
    calls: calls.length,
    repeated: expectedOf(task, YES).filter((one) => one === 'not_made').length,
    right: calls.length - off.length,
    asked,
    mutations,
    unasked,
    endsRight,
    wrong: reasons.length === 0 ? null : { task: id, why: reasons },
  };
}

const LONGEST = 200;

function toldAs(told: ToldCall | undefined): string {
  if (told === undefined) return 'the model was told nothing of it';
  if (told === 'not_made') return 'the model was told that it was not made';
  const { status, code, result } = told;
  return `the model was told ${JSON.stringify({ status, code, result }).slice(0, LONGEST)}`;
}
