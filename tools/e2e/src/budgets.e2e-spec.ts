import type { ModelsDefinition } from '@arbiter/contracts';
import { alteredShop } from './altered-shop';
import { RecordingModel } from './recording-model';
import { TestSystem, eventually } from './test-system';

/**
 * Only the model that costs something writes prose; each answer costs 130 millionths of a dollar, and could cost 10,000
 * more.
 */
const priced = (models: ModelsDefinition): ModelsDefinition => ({
  ...models,
  providers: models.providers!.map((provider) =>
    provider.name === 'own' ? { ...provider, prices: { input: 10, output: 20 } } : provider,
  ),
  tiers: { ...models.tiers, B: models.tiers['B']!.slice(-1), C: [{ provider: 'own' }] },
  budgets: { day: { dollars: 0.1 }, run: { dollars: 0.2 }, step: { dollars: 0.2 } },
});

describe('a budget for models', () => {
  let model: RecordingModel;
  let arbiter: TestSystem;
  beforeAll(async () => {
    model = await RecordingModel.open();
    model.say = () => 'Your order 1002 is on its way.';
    model.used = { prompt_tokens: 7, completion_tokens: 3 };
    arbiter = await TestSystem.open({
      tenants: [alteredShop({ 'models.yaml': priced })],
      environment: { ARBITER_MODEL_URL: model.url, ARBITER_MODEL: 'llama' },
    });
  });
  afterAll(async () => {
    await arbiter?.close();
    await model.close();
  });
  const ask = async () => (await arbiter.converse('Where is my order 1002?'))[0]!;
  const callsOf = (run: string) =>
    eventually('the calls of the run to stand', async () => {
      const { rows } = await arbiter.pool.query<{ outcome: string; failure: string | null; cost: number }>(
        `select outcome, failure, microdollars::int as cost from model_call where run_id = $1 and purpose = 'narrative'`,
        [run],
      );
      return rows.length > 0 ? rows : null;
    });

  it('lets a model be asked while it lasts, and counts what it cost (PV-11)', async () => {
    const turn = await ask();
    expect(turn.text).toContain('on its way');
    expect(await callsOf(turn.events[0]!.request_id)).toEqual([{ outcome: 'answered', failure: null, cost: 130 }]);
    const { rows } = await arbiter.pool.query(
      `select microdollars::int as cost from model_spending where scope = 'day'`,
    );
    expect(rows).toEqual([{ cost: 130 }]);
  });

  it('that is used up leaves the conversation standing, in the own words of the platform', async () => {
    await arbiter.pool.query(`update model_spending set microdollars = 99000 where scope = 'day'`);
    const before = model.given.length;
    const turn = await ask();
    expect(turn.status).toBe('ok');
    expect(turn.text).toContain('1002');
    expect(turn.text).not.toMatch(/budget|model/i);
    expect(model.given.length).toBe(before);
    const run = turn.events[0]!.request_id;
    expect(await callsOf(run)).toEqual([{ outcome: 'refused', failure: 'budget_exceeded', cost: 0 }]);
    const { rows } = await arbiter.pool.query<{ envelope: string }>(
      `select envelope from event where type like 'arbiter.reply.composed.v%' and envelope like $1`,
      [`%"correlationid":"${run}"%`],
    );
    expect(rows.map(({ envelope }) => (JSON.parse(envelope) as { data: object }).data)).toMatchObject([
      { by: 'platform', failure: 'budget_exceeded' },
    ]);
  });
});
