import { randomUUID } from 'node:crypto';
import { completionOf, embeddedPrompt, type Ask } from '@arbiter/models';
import { startThrowawayStack, type Stack } from '@arbiter/stack';
import { openDatabase, type Database } from '@arbiter/store';
import { Budgets } from './budgets';
import { Calls } from './calls';
import type { ModelCall } from './meter';
import { ProviderPool } from './provider-pool';
import { Questions } from './questions';
import { gatewayLogin } from './testing/gateway-login';
import { ScriptedProvider } from './testing/scripted-provider';

let stack: Stack;
let owner: Database;
let gateway: Database;
let keys = 0;
let stream: string;

beforeAll(async () => {
  stack = await startThrowawayStack();
  owner = openDatabase(stack.postgres.url, 'owner', 1);
  const url = await gatewayLogin(stack.postgres.url);
  gateway = openDatabase(url, 'gateway', 2);
});
afterAll(async () => {
  for (const database of [gateway, owner]) await database.close();
  await stack.stop();
});
beforeEach(() => {
  stream = `plan-studio-key.${(keys += 1)}`;
});

/** Writes these facts of the run into the stream of the key, as the planner does. */
async function recorded(...facts: readonly (readonly [name: string, requestId?: string])[]): Promise<void> {
  for (const [index, [name, requestId = 'run-1']] of facts.entries())
    await owner.pool.query('insert into event (stream_id, version, id, type, envelope) values ($1, $2, $3, $4, $5)', [
      stream,
      index + 1,
      randomUUID(),
      `arbiter.plan.${name}.v1`,
      JSON.stringify({ data: { requestId } }),
    ]);
}

type Asked = Pick<Ask, 'tenant' | 'purpose' | 'question' | 'runId'>;
const asking = (version = 1, changes: Partial<Asked> = {}): Asked => ({
  tenant: 'studio',
  purpose: 'plan',
  runId: 'run-1',
  question: { stream, version },
  ...changes,
});
const refusalOf = (asked: Asked, database: Pick<Database, 'pool'> = gateway): Promise<string | null> =>
  new Questions(database).verify(asked).then(
    () => null,
    (error: { kind: string; code: string }) => `${error.kind} ${error.code}`,
  );

describe('a planning call', () => {
  it('is made for the open question of its run, even when other runs wait for the answer (1; PL-13)', async () => {
    await recorded(['draft_requested'], ['draft_awaited', 'run-2']);
    expect(await refusalOf(asking())).toBeNull();
  });

  it('is made for the newest of several questions alone (1)', async () => {
    await recorded(['draft_requested'], ['draft_requested']);
    expect([await refusalOf(asking(1)), await refusalOf(asking(2))]).toEqual(['terminal not_asked_for', null]);
  });

  it('is made again after a question was given up, for the next one (1)', async () => {
    await recorded(['draft_requested'], ['draft_failed'], ['draft_requested', 'run-2']);
    expect(await refusalOf(asking(1))).toBe('terminal not_asked_for');
    expect(await refusalOf(asking(3, { runId: 'run-2' }))).toBeNull();
  });

  it.each<readonly [string, Partial<Asked>]>([
    ['names no question', { question: undefined }],
    ['names no run', { runId: undefined }],
    ['is for another run than the question', { runId: 'run-2' }],
    ['is of another tenant', { tenant: 'shop' }],
    ['names a stream that is no plan', { question: { stream: 'run-studio-1', version: 1 } }],
    ['names a fact that there is not', { question: { stream: 'plan-studio-key.none', version: 1 } }],
  ])('that %s is refused (1)', async (_, changes) => {
    await recorded(['draft_requested']);
    expect(await refusalOf(asking(1, changes))).toBe('terminal not_asked_for');
  });

  it('that names another fact than a question is refused (1)', async () => {
    await recorded(['draft_requested'], ['draft_awaited']);
    expect(await refusalOf(asking(2))).toBe('terminal not_asked_for');
  });

  it.each(['drawn_up', 'revised', 'cache_hit'])(
    'is refused once the key has %s, whatever is recorded after it (2; PL-14)',
    async (name) => {
      await recorded(['draft_requested'], [name], ['draft_requested', 'run-2']);
      expect(await refusalOf(asking(1))).toBe('terminal plan_known');
      expect(await refusalOf(asking(3, { runId: 'run-2' }))).toBe('terminal plan_known');
    },
  );

  it('is not made when the log cannot be asked (3)', async () => {
    const away = { pool: { query: () => Promise.reject(new Error('away')) } } as unknown as Database;
    expect(await refusalOf(asking(), away)).toBe('retryable question_unreachable');
  });
});

it('a call that is no planning call needs no question', async () => {
  expect(await refusalOf(asking(1, { purpose: 'intent', question: undefined }))).toBeNull();
});

it('the gateway may not read the log itself', async () => {
  await expect(gateway.pool.query('select from event')).rejects.toThrow('permission denied');
});

it('a refused call reaches no provider, is metered once, and no other provider is tried', async () => {
  await recorded(['draft_requested'], ['drawn_up'], ['cache_hit']);
  const called: string[] = [];
  const metered: ModelCall[] = [];
  const pool = new ProviderPool((name) => new ScriptedProvider(name, {}));
  const gates = { questions: new Questions(gateway), budgets: new Budgets(gateway) };
  const calls = new Calls(pool, { record: (call) => void metered.push(call) }, gates, (_name, traceParent) => ({
    traceParent,
    end: () => undefined,
  }));
  let made = 0;
  const context = {
    ask: { ...asking(), askId: 'a' },
    budgets: undefined,
    class: null,
    nextAttempt: () => (made += 1),
    deadline: Date.now() + 20_000,
    firstTokenMilliseconds: 10_000,
    inOnePiece: true,
    inputCharacters: 7,
    traceParent: null,
    signal: new AbortController().signal,
  };
  const prompt = embeddedPrompt({ purpose: 'plan', instructions: '', fields: {}, schema: {}, embedded: null });
  const candidates = ['one', 'two'].map((provider) => ({ tier: 'A', provider, model: 'm' }));
  const answer = calls.first(context, candidates, 2, async (provider, { model }, signal) => {
    const completion = await completionOf(provider.generate(prompt, model, signal));
    called.push(provider.name);
    return completion;
  });
  await expect(answer).rejects.toMatchObject({ kind: 'terminal', code: 'plan_known' });
  expect(called).toEqual([]);
  expect(metered).toMatchObject([
    { provider: 'one', purpose: 'plan', runId: 'run-1', outcome: 'refused', failure: 'plan_known', inputTokens: 0 },
  ]);
});
