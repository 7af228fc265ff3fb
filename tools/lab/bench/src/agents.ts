import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { AgentProfile, ModelsDefinition, TemplateDefinition } from '@arbiter/contracts';
import { TenantCopy, type System, type SystemOptions } from '@arbiter/stack';
import { stringify } from 'yaml';
import { CyclingModel } from './cycling-model';
import { HttpClient } from './http-client';
import { difference, processorTime } from './processor-time';
import { drive, round, summarise } from './statistics';
import { countEvents, type Line } from './workload';

const TENANTS = resolve(__dirname, '../../../../deploy/tenants');
const TOOL = 'arbiter.echo.say';
const TEMPLATE = 'ask_cycler';
const CYCLES = 10;
const SIDE_BY_SIDE = 10;
/** Until the code is warm, a cycle takes several times as long. */
const WARMING_RUNS = 100;
const DIGITS = 2;

/**
 * What the platform adds to each cycle of an agent, whose model answers at once and whose tool needs no vendor: from a
 * model's call to the next question, over the gate. With one agent at a time, and with ten side by side.
 */
export async function agentCycles(
  start: (options: Partial<SystemOptions>) => Promise<System>,
  runs: number,
): Promise<readonly Line[]> {
  const model = await CyclingModel.open(TOOL.replaceAll('.', '-'), CYCLES);
  const environment = {
    ARBITER_LOG_LEVEL: 'warn',
    ARBITER_RATE_PER_MINUTE: '0',
    ARBITER_MODEL_URL: model.url,
    ARBITER_MODEL: 'cycling',
  };
  try {
    const system = await start({ tenants: [shopWithCycler()], environment });
    try {
      const client = new HttpClient(system.httpUrl);
      let number = 0;
      const run = (): Promise<void> => agentOnce(client, (number += 1));
      await drive(WARMING_RUNS, SIDE_BY_SIDE, run);
      const lines: Line[] = [];
      for (const agents of [1, SIDE_BY_SIDE]) lines.push(await measured(system, run, model, agents, runs));
      client.close();
      return lines;
    } finally {
      await system.stop();
    }
  } finally {
    await model.close();
  }
}

/** The shop with an agent that is held up by nothing but its cycles. */
function shopWithCycler(): string {
  const copy = new TenantCopy(TENANTS, 'shop');
  const cycler: AgentProfile = {
    agent: 'cycler',
    version: '1.0.0',
    description: 'Says a text again and again',
    instructions: 'Say it again.',
    tools: [TOOL],
    class: 'drafting',
    budget: { cycles: CYCLES },
  };
  writeFileSync(join(copy.folder, 'agents.yaml'), stringify([cycler]));
  const template: TemplateDefinition = {
    template: TEMPLATE,
    version: '1.0.0',
    description: 'Has an agent work.',
    direct: true,
    args: {
      type: 'object',
      required: ['wish'],
      additionalProperties: false,
      properties: { wish: { type: 'string', maxLength: 100 } },
    },
    scope: { allowed: { arbiter: ['echo'] } },
    steps: [{ id: 'work', type: 'agent_run', agent: 'cycler', args: { wish: { from: 'args.wish' } } }],
  };
  copy.change<readonly TemplateDefinition[]>('templates.yaml', (templates) => [...templates, template]);
  copy.letModelsTakeTheirTime();
  copy.change<ModelsDefinition>('models.yaml', (models) => ({ ...models, budgets: {} }));
  return copy.folder;
}

async function measured(
  system: System,
  run: () => Promise<void>,
  model: CyclingModel,
  agents: number,
  runs: number,
): Promise<Line> {
  model.cycles = [];
  const events = await countEvents(system);
  const before = processorTime();
  const { durations, elapsed } = await drive(runs, agents, run);
  const spent = difference(processorTime(), before);
  const written = (await countEvents(system)) - events;
  const cycles = model.cycles.length;
  if (cycles !== runs * CYCLES) throw new Error(`${runs} agents made ${cycles} cycles, not ${CYCLES} each`);
  return {
    bench: 'agent_cycles',
    agents,
    runs,
    cycles_per_run: CYCLES,
    cycle_ms: summarise(model.cycles, DIGITS),
    run_ms: summarise(durations),
    runs_per_second: round((runs * 1_000) / elapsed),
    cycles_per_second: round((cycles * 1_000) / elapsed),
    events_per_run: round(written / runs),
    cpu_ms_per_cycle: round(spent.total / cycles, DIGITS),
    cpu_ms_by_process: Object.fromEntries(
      Object.entries(spent.by).map(([name, time]) => [name, round(time / cycles, DIGITS)]),
    ),
  };
}

/** One agent, started and awaited; its wish is like no other. */
async function agentOnce(client: HttpClient, number: number): Promise<void> {
  const key = `bench-agent-${number}`;
  const { status, text } = await client.post(
    '/api/runs',
    { template: TEMPLATE, args: { wish: `Say it, number ${number}.` }, sessionId: key, userId: 'C-0001' },
    { 'idempotency-key': key, prefer: 'wait=60' },
  );
  if (status !== 200 || !text.includes('"ok"'))
    throw new Error(`an agent was answered ${status}: ${text.slice(0, 300)}`);
}
