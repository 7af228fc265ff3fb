import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { PlaybookDefinition } from '@arbiter/contracts';
import { TenantCopy, type System } from '@arbiter/stack';
import { Pool } from 'pg';
import { parse } from 'yaml';
import type { PlanningModel } from './planning-model';
import { drive, round } from './statistics';
import type { Line } from './workload';

const TENANTS = resolve(__dirname, '../../../../deploy/tenants');
const PLAYBOOKS = resolve(__dirname, '../playbooks');
const NAME = 'nine_steps';
const SUBMITTED_AT_ONCE = 8;
const PATIENCE_MILLISECONDS = 240_000;

const DEFINITION = parse(readFileSync(join(PLAYBOOKS, NAME, 'playbook.yaml'), 'utf8')) as PlaybookDefinition;

/** A plan of nine steps, as its playbook brings it along. */
export const nineSteps = DEFINITION.plan;

/** A copy of the studio that has this playbook too, for one invoice; it begins by hand. */
export function nineStepStudio(): string {
  const copy = new TenantCopy(TENANTS, 'studio');
  copy.letModelsTakeTheirTime();
  copy.add(DEFINITION, { number: 'INV-2001' });
  return copy.folder;
}

/** The number of model calls of the playbook's first instance, and of its instances on these many days after it. */
export async function warmRuns(
  system: Pick<System, 'httpUrl' | 'stack'>,
  model: PlanningModel,
  days: number,
): Promise<Line> {
  const pool = new Pool({ connectionString: system.stack.postgres.url, max: 1, options: '-c search_path=arbiter' });
  try {
    await instances(system.httpUrl, 0, 1);
    await ended(pool, 1);
    const cold = model.calls;
    const began = performance.now();
    await instances(system.httpUrl, 1, days);
    await ended(pool, days + 1);
    const seconds = (performance.now() - began) / 1_000;
    const { rows } = await pool.query<Line>(
      `select count(*) filter (where type like 'arbiter.plan.cache\\_hit.%')::int as cache_hits,
              count(*) filter (where type like 'arbiter.plan.draft\\_requested.%')::int as asked,
              count(*) filter (where type like 'arbiter.branch.completed.%' and envelope like '%"status":"done"%')::int as branches_done,
              (select count(*) from model_call where purpose = 'plan')::int as calls_metered
       from event`,
    );
    return {
      bench: 'warm_runs',
      steps: nineSteps.steps.length,
      warm_instances: days,
      calls_cold: cold,
      calls_warm: model.calls - cold,
      ...rows[0],
      instances_per_second: round(days / seconds),
    };
  } finally {
    await pool.end();
  }
}

async function instances(url: string, first: number, count: number): Promise<void> {
  await drive(count, SUBMITTED_AT_ONCE, async (index) => {
    const day = new Date(Date.UTC(2026, 0, 1 + first + index)).toISOString().slice(0, 10);
    const response = await fetch(`${url}/api/playbooks/${NAME}/runs`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ day }),
    });
    if (!response.ok) throw new Error(`the instance of ${day} was refused: ${await response.text()}`);
  });
}

/** Waits for so many instances to have ended, as long as one ends every now and then. */
async function ended(pool: Pool, count: number): Promise<void> {
  let seen = 0;
  for (let until = Date.now() + PATIENCE_MILLISECONDS; Date.now() < until; await delay(100)) {
    const { rows } = await pool.query<{ count: number }>(
      `select count(*)::int as count from event where type like 'arbiter.instance.completed.%'`,
    );
    if (rows[0]!.count >= count) return;
    if (rows[0]!.count > seen) until = Date.now() + PATIENCE_MILLISECONDS;
    seen = rows[0]!.count;
  }
  throw new Error(`${seen} of ${count} instances have ended, and none for ${PATIENCE_MILLISECONDS / 1_000} s`);
}
