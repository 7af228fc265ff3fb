import { startThrowawayStack, type Stack } from '@arbiter/stack';
import { openDatabase, type Database } from '@arbiter/store';
import { v7 } from 'uuid';
import { CallRecords } from './call-records';
import type { ModelCall } from './meter';
import { gatewayLogin } from './testing/gateway-login';

let stack: Stack;
let owner: Database;
let gateway: Database;

beforeAll(async () => {
  stack = await startThrowawayStack();
  owner = openDatabase(stack.postgres.url, 'owner', 1);
  gateway = openDatabase(await gatewayLogin(stack.postgres.url), 'gateway', 2);
});
afterAll(async () => {
  await gateway.close();
  await owner.close();
  await stack.stop();
});

const call = (changes: Partial<ModelCall> = {}): ModelCall => ({
  callId: v7(),
  startedAt: new Date().toISOString(),
  tenant: 'shop',
  runId: 'r1',
  stepId: null,
  actionId: null,
  askId: 'run-shop-r1@4/narrative',
  traceId: null,
  purpose: 'narrative',
  class: null,
  wished: null,
  tier: 'C',
  provider: 'openai',
  model: 'gpt-5-mini',
  attempt: 1,
  milliseconds: 12.6,
  inputCharacters: 40,
  outputCharacters: 20,
  inputTokens: 900,
  cachedTokens: null,
  outputTokens: 30,
  microdollars: 285,
  isEstimated: false,
  isReserved: false,
  outcome: 'answered',
  failure: null,
  ...changes,
});
const written = async (runId: string) =>
  (await owner.pool.query('select * from model_call where run_id = $1', [runId])).rows;

describe('the records of calls', () => {
  it('stand with what is unknown as unknown (PV-05)', async () => {
    const records = new CallRecords(gateway, fail, fail);
    records.record(call());
    await records.close();
    expect(await written('r1')).toMatchObject([
      { input_tokens: 900, cached_tokens: null, output_tokens: 30, microdollars: 285, milliseconds: 13, failure: null },
    ]);
  });

  it('are written once Postgres takes them, each once (2)', async () => {
    const troubles: unknown[] = [];
    let failures = 1;
    const pool = {
      query: async (...statement: Parameters<Database['pool']['query']>) => {
        await gateway.pool.query(...statement);
        // The answer is lost, not the statement.
        if ((failures -= 1) >= 0) throw new Error('the connection broke');
      },
    };
    const records = new CallRecords({ pool } as unknown as Database, (error) => troubles.push(error), fail);
    records.record(call({ runId: 'r2' }));
    records.record(call({ runId: 'r2' }));
    await new Promise((resolve) => setTimeout(resolve, 300));
    await records.close();
    expect(troubles).toHaveLength(1);
    expect(await written('r2')).toHaveLength(2);
  });

  it('that cannot wait any longer are counted as lost (2, 3)', async () => {
    const lost: number[] = [];
    const pool = { query: () => Promise.reject(new Error('away')) };
    const records = new CallRecords(
      { pool } as unknown as Database,
      () => undefined,
      (calls) => lost.push(calls),
    );
    for (let count = 0; count <= 20_000; count += 1) records.record(call());
    expect(lost).toEqual([500]);
    await records.close();
    expect(lost).toEqual([500, 19_501]);
  });

  it('are all that provider-gateway may write, and it may read none', async () => {
    for (const statement of ['select from model_call', 'update model_call set model = model', 'delete from model_call'])
      await expect(gateway.pool.query(statement)).rejects.toThrow(/permission denied/);
  });
});

function fail(...logged: unknown[]): never {
  throw new Error(`nothing should be told: ${String(logged[0])}`);
}
