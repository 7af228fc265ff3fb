import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { GoldenDefinition } from '@arbiter/contracts';
import { EMBEDDED_NAMES } from '@arbiter/models';
import { PlaybookClient, System } from '@arbiter/stack';
import { Pool } from 'pg';
import { byHand } from './by-hand';
import { readGolden } from './golden-file';
import { record } from './record';
import { variablesOf } from './provider-variables';
import { scoreOf, summaryOf, type Carried, type ModelsTook, type PlaybookScore, type PlaybookSummary } from './score';
import { World } from './world';

/** Calls of models are written down off the way of an answer. */
const RECORDED_MILLISECONDS = 1_000;
const MICRO = 1_000_000;

export interface PlaybookEvaluation {
  readonly playbook: string;
  readonly golden: string;
  /** the folder of all tenants, with the playbooks' folder beside it */
  readonly tenants: string;
  readonly provider: string;
  /** stores the results in the tenant's metrics.yaml */
  readonly isRecorded: boolean;
  /** prints the deviations as well */
  readonly isDetailed: boolean;
}

/**
 * EVL-06: carries a playbook out in every situation of its golden file, each in a system and a sandbox of its own, and
 * scores the results.
 */
export async function evaluatePlaybook(
  { playbook, golden: file, tenants, provider, isRecorded, isDetailed }: PlaybookEvaluation,
  environment: NodeJS.ProcessEnv,
  tell: (line: string) => void,
): Promise<PlaybookSummary | PlaybookScore> {
  const golden = readGolden(file, playbook);
  const folder = byHand(resolve(tenants), golden.tenant, playbook);
  const variables = variablesOf(provider, folder, environment);
  const instances: Carried[] = [];
  let took: ModelsTook = { model_calls: 0, cost: 0 };
  try {
    for (const situation of golden.situations) {
      const found = await carryOut(golden, situation, folder, variables, tell);
      instances.push(...found.instances);
      took = { model_calls: took.model_calls + found.model_calls, cost: took.cost + found.cost };
    }
  } finally {
    rmSync(resolve(folder, '../..'), { recursive: true, force: true });
  }
  const score = scoreOf(instances, took);
  if (isRecorded) tell(`kept in ${record(resolve(tenants, golden.tenant), playbook, provider, score)}`);
  const { wrong } = score;
  if (wrong.length > 0)
    tell(`${wrong.length} of ${instances.length} days were not as they should be; --details says how`);
  return isDetailed ? score : summaryOf(score);
}

type Situation = GoldenDefinition['situations'][number];

async function carryOut(
  golden: GoldenDefinition,
  { seed, days }: Situation,
  folder: string,
  variables: NodeJS.ProcessEnv,
  tell: (line: string) => void,
): Promise<ModelsTook & { readonly instances: readonly Carried[] }> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'arbiter-golden-data-'));
  const system = await System.start({
    dataFolder,
    throwaway: true,
    processes: 'one',
    tenants: [folder],
    sandbox: { seed },
    environment: { ...variables, ARBITER_TENANT: golden.tenant, ARBITER_LOG_LEVEL: 'error' },
  });
  try {
    const world = new World(system.vendorUrl, golden);
    const client = new PlaybookClient(system.httpUrl, golden.playbook);
    const instances: Carried[] = [];
    for (const day of days) {
      instances.push(await instanceOf(day, seed, world, client));
      tell(`${golden.playbook} on ${day.day} with the seed ${seed} is carried out`);
    }
    return { instances, ...(await modelsOf(system)) };
  } finally {
    await system.stop();
    rmSync(dataFolder, { recursive: true, force: true });
  }
}

async function instanceOf(
  { day, dealtWith, verdict, failing }: Situation['days'][number],
  seed: number,
  world: World,
  client: PlaybookClient,
): Promise<Carried> {
  await world.dawn(day);
  const right = await world.objects(dealtWith);
  const before = (await world.deeds()).length;
  const { run } = await client.carryOut(day);
  const done = (await world.deeds()).slice(before);
  const expected = { verdict, failing: await world.objects(failing) };
  return { seed, day, right, dealtWith: done, expected, verdict: run.verdict };
}

/** The calls and cost of language models; embedded models are not counted. */
async function modelsOf({ stack }: System): Promise<ModelsTook> {
  await delay(RECORDED_MILLISECONDS);
  const pool = new Pool({ connectionString: stack.postgres.url, max: 1, options: '-c search_path=arbiter' });
  try {
    const { rows } = await pool.query<{ calls: number; microdollars: string }>(
      'select count(*)::int as calls, coalesce(sum(microdollars), 0) as microdollars from model_call where provider <> all($1)',
      [EMBEDDED_NAMES],
    );
    return { model_calls: rows[0]!.calls, cost: Number(rows[0]!.microdollars) / MICRO };
  } finally {
    await pool.end();
  }
}
