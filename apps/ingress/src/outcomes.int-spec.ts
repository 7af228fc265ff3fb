import { createHash } from 'node:crypto';
import { streamOf, stepOrigin, type EventData, type OutcomePage } from '@arbiter/contracts';
import { Laboratory, type RunningIngress } from './testing/laboratory';
import { OtherServices } from './testing/other-services';

const AT = '2026-03-02T10:00:00.000Z';
const digest = (key: string): string => createHash('sha256').update(key).digest('hex');
const KEYS = [
  `operator:${digest('key-of-operator')}:shop:approvals`,
  `reader:${digest('key-of-reader')}:shop`,
  `stranger:${digest('key-of-stranger')}:other:approvals`,
].join(',');

describe('the unknown outcomes of a tenant (EX-26)', () => {
  let laboratory: Laboratory;
  let running: RunningIngress;
  const others = new OtherServices(() => running, 'C-0001', AT);
  const idOf = (runId: string): string => `${runId}.refund`;

  beforeAll(async () => {
    laboratory = await Laboratory.open();
    running = await laboratory.start({ ARBITER_API_KEYS: KEYS });
    for (const runId of ['r-1', 'r-2', 'r-3']) await leavesUnknown(runId, runId !== 'r-3');
    await others.fold();
  });
  afterAll(() => laboratory.close());

  /** A refund whose outcome is unknown, of a run that is in the log or is not. */
  async function leavesUnknown(runId: string, isKnown: boolean): Promise<void> {
    const opened = {
      runId,
      sessionId: 's-1',
      threadId: null,
      channel: 'web',
      messageId: null,
      artifacts: 'bundle',
      delivery: { locale: 'en', anchor: null, clears: null },
      replaces: null,
      openedAt: AT,
    } as unknown as EventData<'run.opened'>;
    if (isKnown) await others.write('run.opened', streamOf('run', 'shop', runId), opened);
    await others.write('action.unknown', streamOf('action', 'shop', idOf(runId)), {
      actionId: idOf(runId),
      runId,
      stepId: 'refund',
      origin: stepOrigin('refund'),
      tool: 'shop.refund.create',
      attempt: 5,
      code: 'timed_out',
      reason: 'no answer came',
      completedAt: AT,
    });
  }

  const ask = (key: string, path = '', said?: unknown) =>
    fetch(`${running.url}/api/outcomes${path}`, {
      method: said === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer key-of-${key}`, 'content-type': 'application/json' },
      ...(said === undefined ? {} : { body: JSON.stringify(said) }),
    });
  const settle = (key: string, runId: string, said: unknown) => ask(key, `/${encodeURIComponent(idOf(runId))}`, said);

  it('are listed, and each is shown', async () => {
    const { outcomes, more } = (await (await ask('reader')).json()) as OutcomePage;
    expect(outcomes.map(({ id }) => id)).toEqual(['r-1', 'r-2', 'r-3'].map(idOf));
    expect(more).toBe(false);
    expect(await (await ask('reader', `/${idOf('r-1')}`)).json()).toMatchObject({
      id: idOf('r-1'),
      status: 'open',
      attempts: 5,
      lookAt: null,
      unknownSince: AT,
    });
  });

  it('are those of the tenant alone', async () => {
    expect(await (await ask('stranger')).json()).toEqual({ outcomes: [], more: false });
    expect((await ask('stranger', `/${idOf('r-1')}`)).status).toBe(404);
    expect((await settle('stranger', 'r-1', { outcome: 'done' })).status).toBe(404);
  });

  it('are settled by a key that may, with one of two words', async () => {
    expect((await settle('reader', 'r-1', { outcome: 'done' })).status).toBe(403);
    for (const said of [{}, { outcome: 'maybe' }, { outcome: 'done', by: 'me' }])
      expect((await settle('operator', 'r-1', said)).status).toBe(400);
  });

  it('are settled once: the first word stands', async () => {
    const first = await settle('operator', 'r-1', { outcome: 'done' });
    expect([first.status, await first.json()]).toMatchObject([
      202,
      { id: idOf('r-1'), outcome: 'done', settledBy: 'operator' },
    ]);
    expect((await settle('operator', 'r-1', { outcome: 'done' })).status).toBe(202);
    const other = await settle('operator', 'r-1', { outcome: 'not_done' });
    expect([other.status, await other.json()]).toMatchObject([
      409,
      { type: 'urn:arbiter:problem:already_settled', field: 'outcome' },
    ]);
    const { rows } = await running.ingress.core.database.pool.query(
      "select stream_id from event where type = 'arbiter.action.settlement_received.v1'",
    );
    expect(rows).toHaveLength(1);
  });

  it('that the vendor has told meanwhile are not settled by hand', async () => {
    await others.write('action.settled', streamOf('action', 'shop', idOf('r-2')), {
      actionId: idOf('r-2'),
      runId: 'r-2',
      stepId: 'refund',
      origin: stepOrigin('refund'),
      tool: 'shop.refund.create',
      outcome: 'not_done',
      settledBy: null,
      result: null,
      settledAt: AT,
    });
    await others.fold();
    const late = await settle('operator', 'r-2', { outcome: 'done' });
    expect([late.status, await late.json()]).toMatchObject([409, { type: 'urn:arbiter:problem:already_settled' }]);
  });

  it('whose run has left the log cannot be settled: nobody could be told', async () => {
    const gone = await settle('operator', 'r-3', { outcome: 'done' });
    expect([gone.status, await gone.json()]).toMatchObject([409, { type: 'urn:arbiter:problem:left_the_log' }]);
  });
});
