import type { BudgetsDefinition, ProviderDefinition } from '@arbiter/contracts';
import { completionOf, embeddedPrompt } from '@arbiter/models';
import { startThrowawayStack, type Stack } from '@arbiter/stack';
import { openDatabase, type Database } from '@arbiter/store';
import { v7 } from 'uuid';
import { Budgets } from './budgets';
import type { CallContext } from './call-context';
import { CallRecords } from './call-records';
import { Calls } from './calls';
import { ProviderPool } from './provider-pool';
import { Questions } from './questions';
import { gatewayLogin } from './testing/gateway-login';
import { ScriptedProvider } from './testing/scripted-provider';

let stack: Stack;
let owner: Database;
/** Each of a replica of its own. */
let gateways: readonly [Database, Database];
let tenants = 0;
let tenant: string;

beforeAll(async () => {
  stack = await startThrowawayStack();
  owner = openDatabase(stack.postgres.url, 'owner', 1);
  const url = await gatewayLogin(stack.postgres.url);
  gateways = [openDatabase(url, 'gateway-1', 3), openDatabase(url, 'gateway-2', 3)];
});
afterAll(async () => {
  for (const database of [...gateways, owner]) await database.close();
  await stack.stop();
});
beforeEach(() => {
  tenant = `t${(tenants += 1)}`;
});

function contextOf(
  budgets: BudgetsDefinition,
  ask: Partial<CallContext['ask']> = {},
  ofPlaybook?: CallContext['ofPlaybook'],
): CallContext {
  let made = 0;
  return {
    ask: { askId: 'a', tenant, purpose: 'intent', runId: 'r1', ...ask },
    budgets,
    ...(ofPlaybook && { ofPlaybook }),
    class: null,
    nextAttempt: () => (made += 1),
    deadline: Date.now() + 20_000,
    firstTokenMilliseconds: 10_000,
    inOnePiece: true,
    inputCharacters: 7,
    traceParent: null,
    signal: new AbortController().signal,
  };
}
const gatesOf = (database: Database) => ({ questions: new Questions(database), budgets: new Budgets(database) });
const amount =
  (tokens: number, microdollars = 0) =>
  () => ({ tokens, microdollars });
const codeOf = (reserved: Promise<boolean>) =>
  reserved.then(
    (isReserved) => (isReserved ? 'reserved' : 'not asked'),
    (error: { code: string; details: { field: string } }) => `${error.code} ${error.details.field}`,
  );
const reserve = (budgets: Budgets, context: CallContext, tokens: number, microdollars = 0, callId = v7()) =>
  codeOf(budgets.reserve(context, callId, amount(tokens, microdollars)));
const settle = (callId: string, tokens: number | null, microdollars: number | null = 0) =>
  gateways[0].pool.query('select settle_model_calls($1)', [JSON.stringify([{ callId, tokens, microdollars }])]);
const taken = async () =>
  Object.fromEntries(
    (
      await owner.pool.query<{ scope: string; tokens: number }>(
        'select scope, tokens from model_spending where tenant = $1',
        [tenant],
      )
    ).rows.map(({ scope, tokens }) => [scope, tokens]),
  );

describe('a budget', () => {
  it('is never gone over by gateways that race for it (1, 2; PV-11)', async () => {
    const replicas = gateways.map((database) => new Budgets(database));
    const context = contextOf({ day: { tokens: 10_050 } });
    const outcomes = await Promise.all(
      Array.from({ length: 600 }, (_, index) => reserve(replicas[index % 2]!, context, 100)),
    );
    expect(outcomes.filter((outcome) => outcome === 'reserved')).toHaveLength(100);
    expect(outcomes.filter((outcome) => outcome === 'budget_exceeded budgets.day')).toHaveLength(500);
    expect(await taken()).toEqual({ day: 10_000 });
  });

  it('takes of those that want it at once each that has room, in their order, whether that is all or some (2)', async () => {
    const budgets = new Budgets(gateways[0]);
    const wanted = (tokens: number, runId: string) =>
      reserve(budgets, contextOf({ day: { tokens: 1_000 }, run: { tokens: 300 } }, { runId }), tokens);
    const full = await Promise.all(Array.from({ length: 9 }, (_, index) => wanted(100, `r${index % 3}`)));
    expect(full).toEqual(Array.from({ length: 9 }, () => 'reserved'));
    const [first, ...rest] = [wanted(1, 'r9'), wanted(20, 'r0'), wanted(80, 'r7'), wanted(60, 'r7'), wanted(9, 'r8')];
    expect([await first, ...(await Promise.all(rest))]).toEqual([
      'reserved',
      'budget_exceeded budgets.run',
      'reserved',
      'budget_exceeded budgets.day',
      'reserved',
    ]);
    expect(await taken()).toMatchObject({ day: 990 });
  });

  it('in money is kept in whole millionths of a dollar', async () => {
    const budgets = new Budgets(gateways[0]);
    const context = contextOf({ day: { dollars: 0.3 } });
    const outcomes = [];
    for (let count = 0; count < 4; count += 1) outcomes.push(await reserve(budgets, context, 9, 100_000));
    expect(outcomes).toEqual(['reserved', 'reserved', 'reserved', 'budget_exceeded budgets.day']);
  });

  it('of an agent bounds the models of its step, and so do those of the tenant (EX-10)', async () => {
    const budgets = new Budgets(gateways[0]);
    const costing = (of: BudgetsDefinition, stepId: string, dollars: number) =>
      reserve(budgets, contextOf(of, { stepId, dollars }), 9, 100_000);
    const first = await costing({}, 's1', 0.15);
    const second = await costing({}, 's1', 0.15);
    expect([first, second, await costing({}, 's2', 0.15)]).toEqual([
      'reserved',
      'budget_exceeded budgets.step',
      'reserved',
    ]);
    expect(await costing({ step: { dollars: 0.05 } }, 's3', 0.15)).toBe('budget_exceeded budgets.step');
  });

  it('of a run and of a step bounds that run and that step, and names itself', async () => {
    const budgets = new Budgets(gateways[0]);
    const limits = { run: { tokens: 250 }, step: { tokens: 150 } };
    const asks = [{}, {}, { stepId: 's1' }, { stepId: 's2' }, { runId: 'r2', stepId: 's1' }];
    const outcomes = [];
    for (const ask of asks) outcomes.push(await reserve(budgets, contextOf(limits, ask), 100));
    const [step, run] = ['budget_exceeded budgets.step', 'budget_exceeded budgets.run'];
    expect(outcomes).toEqual(['reserved', step, 'reserved', run, 'reserved']);
  });

  it('of a playbook bounds its day and its whole run beside those of the tenant, and says which may have room again (PL-28)', async () => {
    const shared = (runId: string, run = 250) => ({
      playbook: 'reminders',
      budgets: { day: { tokens: 450 }, run: { tokens: run, actions: 3 } },
      runId,
    });
    const replicas = gateways.map((database) => new Budgets(database)) as [Budgets, Budgets];
    const of = (ask: string, ofPlaybook: CallContext['ofPlaybook']) =>
      reserve(replicas[0], contextOf({ run: { tokens: 1_000 } }, { runId: ask }, ofPlaybook), 100);
    // two branches of one run share it, whichever provider is asked
    expect([await of('r1~a', shared('r1')), await of('r1~b', shared('r1'))]).toEqual(['reserved', 'reserved']);
    const context = contextOf({}, { runId: 'r1~c' }, shared('r1'));
    await expect(replicas[1].reserve(context, v7(), amount(100))).rejects.toMatchObject({
      code: 'budget_exceeded',
      details: { field: 'budgets.run', budget: 'run' },
    });
    expect(await of('r1~c', shared('r1', 350))).toBe('reserved');
    expect(await of('r2~a', shared('r2'))).toBe('reserved');
    await expect(
      replicas[1].reserve(contextOf({}, { runId: 'r2~a' }, shared('r2')), v7(), amount(100)),
    ).rejects.toMatchObject({ details: { field: 'budgets.day', budget: 'day' } });
    const ofTenant = contextOf({ run: { tokens: 1 } }, { runId: 'r3' });
    const refused = await replicas[0].reserve(ofTenant, v7(), amount(100)).catch((error: unknown) => error);
    expect(refused).toMatchObject({ details: { field: 'budgets.run' } });
    expect((refused as { details: object }).details).not.toHaveProperty('budget');
  });

  it('that refuses takes nothing of the others', async () => {
    const budgets = new Budgets(gateways[0]);
    await reserve(budgets, contextOf({ day: { tokens: 500 }, step: { tokens: 50 } }), 100);
    expect(await taken()).toEqual({ day: 0, step: 0 });
  });

  it('has again what a call did not take, once', async () => {
    const budgets = new Budgets(gateways[0]);
    const context = contextOf({ day: { tokens: 100 }, run: { tokens: 100 } });
    const callId = v7();
    await reserve(budgets, context, 100, 0, callId);
    expect(await reserve(new Budgets(gateways[1]), context, 60)).toBe('budget_exceeded budgets.day');
    await Promise.all([settle(callId, 40), settle(callId, 40), settle(v7(), 0)]);
    expect(await taken()).toEqual({ day: 40, run: 40 });
    expect(await reserve(new Budgets(gateways[1]), context, 60)).toBe('reserved');
  });

  it('counts in full the reservations of a gateway that died, and calls whose use is unknown (3)', async () => {
    const context = contextOf({ day: { tokens: 250 } });
    const [first, second] = [v7(), v7()];
    await reserve(new Budgets(gateways[0]), context, 100, 0, first);
    await reserve(new Budgets(gateways[0]), context, 100, 0, second);
    await settle(second, null, null);
    expect(await taken()).toEqual({ day: 200 });
    expect(await reserve(new Budgets(gateways[1]), context, 100)).toBe('budget_exceeded budgets.day');
    expect((await owner.pool.query('select call_id from model_reservation where tenant = $1', [tenant])).rows).toEqual([
      { call_id: first },
    ]);
  });

  it('of a day begins anew with the next, and what was reserved before is settled where it was reserved', async () => {
    const on = async (day: string, callId: string) => {
      const wanted = {
        callId,
        tenant,
        tokens: 100,
        microdollars: 0,
        budgets: [{ scope: 'day', tokens: 150, microdollars: null }],
      };
      const { rows } = await gateways[0].pool.query<{ refused_by: string | null }>(
        'select refused_by from reserve_model_calls($1, $2)',
        [JSON.stringify([wanted]), day],
      );
      return rows[0]!.refused_by;
    };
    const before = v7();
    expect([await on('2026-11-23', before), await on('2026-11-23', v7()), await on('2026-11-24', v7())]).toEqual([
      null,
      'day',
      null,
    ]);
    await settle(before, 10);
    const { rows } = await owner.pool.query('select key, tokens from model_spending where tenant = $1 order by key', [
      tenant,
    ]);
    expect(rows).toEqual([
      { key: '2026-11-23', tokens: 10 },
      { key: '2026-11-24', tokens: 100 },
    ]);
  });

  it('that cannot be told stops the call (3)', async () => {
    const away = { pool: { query: () => Promise.reject(new Error('away')) } } as unknown as Database;
    await expect(new Budgets(away).reserve(contextOf({ day: { tokens: 1 } }), v7(), amount(1))).rejects.toMatchObject({
      kind: 'retryable',
      code: 'budget_unreachable',
    });
  });

  it('is nothing that provider-gateway could write past', async () => {
    for (const statement of [
      'update model_spending set tokens = 0',
      'delete from model_reservation',
      'select from model_spending',
    ])
      await expect(gateways[0].pool.query(statement)).rejects.toThrow(/permission denied/);
  });
});

describe('calls under a budget', () => {
  const PROMPT = embeddedPrompt({ purpose: 'intent', instructions: 'Say.', fields: {}, schema: {}, embedded: null });
  const definition: ProviderDefinition = {
    name: 'priced',
    kind: 'openai',
    model: 'm',
    contextTokens: 8_000,
    prices: { input: 1, output: 10 },
    limits: { outputTokens: 1_000 },
  };
  const priced = { tier: 'B', provider: 'priced', model: 'm', definition };
  const embedded = { tier: 'B', provider: 'local', model: 'e' };
  const usage = { inputTokens: 300, outputTokens: 20, cachedTokens: 0 };
  const opened = () => {
    const made: string[] = [];
    const pool = new ProviderPool((name) => new ScriptedProvider(name, {}, [usage, usage, usage]));
    const records = new CallRecords(gateways[0], fail, fail);
    const calls = new Calls(pool, records, gatesOf(gateways[0]), (_name, traceParent) => ({
      traceParent,
      end: () => undefined,
    }));
    const first = (context: CallContext) =>
      calls.first(context, [priced, embedded], 2, async (provider, _candidate, signal) => {
        const completion = completionOf(provider.generate(PROMPT, 'm', signal));
        await completion;
        made.push(provider.name);
        return provider.name;
      });
    return { first, made, records };
  };
  const rows = async () =>
    (
      await owner.pool.query(
        'select provider, input_tokens, microdollars, outcome, failure from model_call where tenant = $1 order by started_at, attempt',
        [tenant],
      )
    ).rows;

  it('are settled by what they took, and the one too many is refused and asked of who costs nothing', async () => {
    const { first, records } = opened();
    const context = contextOf({ day: { dollars: 0.0115 } });
    expect(await first(context)).toBe('priced');
    await records.close();
    expect(
      (await owner.pool.query('select microdollars from model_spending where tenant = $1', [tenant])).rows,
    ).toEqual([{ microdollars: 500 }]);
    const after = opened();
    expect(await Promise.all([after.first(context), after.first(context)])).toEqual(expect.arrayContaining(['local']));
    await after.records.close();
    expect(await rows()).toEqual(
      expect.arrayContaining([
        { provider: 'priced', input_tokens: 300, microdollars: 500, outcome: 'answered', failure: null },
        { provider: 'priced', input_tokens: 0, microdollars: 0, outcome: 'refused', failure: 'budget_exceeded' },
        { provider: 'local', input_tokens: 300, microdollars: 0, outcome: 'answered', failure: null },
      ]),
    );
  });

  it('of embedded providers ask Postgres nothing (4)', async () => {
    const away = { pool: { query: () => Promise.reject(new Error('asked')) } } as unknown as Database;
    const pool = new ProviderPool((name) => new ScriptedProvider(name, {}));
    const calls = new Calls(pool, { record: () => undefined }, gatesOf(away), (_name, traceParent) => ({
      traceParent,
      end: () => undefined,
    }));
    await expect(
      calls.first(contextOf({ day: { tokens: 1 } }), [embedded], 1, async (provider, _candidate, signal) => {
        await completionOf(provider.generate(PROMPT, 'm', signal));
        return provider.name;
      }),
    ).resolves.toBe('local');
  });
});

function fail(...logged: unknown[]): never {
  throw new Error(`nothing should be told: ${String(logged[0])}`);
}
