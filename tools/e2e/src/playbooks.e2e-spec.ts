import { resolve } from 'node:path';
import { TestSystem } from './test-system';

const STUDIO = resolve(__dirname, '../../../deploy/tenants/studio');
const DAYS = ['2026-11-23', '2026-11-24', '2026-12-02'] as const;

interface Touch {
  readonly number: string;
}
interface Truth {
  readonly due: readonly string[];
}

describe('the follow-up of invoices', () => {
  let arbiter: TestSystem;
  beforeAll(async () => {
    arbiter = await TestSystem.open({ tenants: [STUDIO], environment: { ARBITER_TENANT: 'studio' } });
  });
  afterAll(() => arbiter?.close());

  const sandbox = async <Body>(path: string): Promise<Body> =>
    (await (await fetch(`${arbiter.system.vendorUrl}/_sandbox/studio/${path}`)).json()) as Body;
  const send = (url: string, method: string, body: object) =>
    fetch(url, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

  async function instance(day: string): Promise<string> {
    const response = await send(`${arbiter.system.httpUrl}/api/playbooks/invoice_followup/runs`, 'POST', { day });
    expect(response.status).toBe(202);
    return ((await response.json()) as { requestId: string }).requestId;
  }
  const written = async (): Promise<readonly string[]> =>
    (await sandbox<{ touches: Touch[] }>('touches')).touches.map(({ number }) => number).toSorted();
  const due = async (): Promise<readonly string[]> => (await sandbox<Truth>('truth')).due.toSorted();

  it('writes to exactly those who are to be written to, and tells what came of it', async () => {
    const expected = await due();
    expect(expected.length).toBeGreaterThan(20);
    const run = await arbiter.ended(await instance(DAYS[0]));
    expect(run).toMatchObject({ status: 'ok', reply: expect.stringContaining(`${expected.length} done`) });
    expect(await written()).toEqual(expected);
    expect(await arbiter.count('plan.drawn_up')).toBe(1);
    expect(await arbiter.count('verdict.reached')).toBe(1);
    expect(await arbiter.count('branch.completed')).toBe(await arbiter.count('branch.recorded'));
  });

  it('has one instance a day, whoever asks for it and however often (B1)', async () => {
    const [first, second] = await Promise.all([instance(DAYS[0]), instance(DAYS[0])]);
    expect(first).toBe(second);
    expect(await arbiter.count('run.requested')).toBe(1);
  });

  it.each(DAYS.slice(1))(
    'on %s its plan is found under its key, and nobody is written to twice in a week',
    async (day) => {
      await send(`${arbiter.system.vendorUrl}/_sandbox/studio/today`, 'PUT', { today: day });
      const before = await written();
      const expected = await due();
      const hits = await arbiter.count('plan.cache_hit');
      expect(await arbiter.ended(await instance(day))).toMatchObject({ status: 'ok' });
      // Touches are counted by the clock: for it all of this is one day.
      expect(await written()).toEqual([...new Set([...before, ...expected])].toSorted());
      expect(await arbiter.count('plan.cache_hit')).toBe(hits + 1);
      expect(await arbiter.count('plan.draft_requested')).toBe(1);
    },
  );

  it('names those that are switched on, and refuses others', async () => {
    const list = await fetch(`${arbiter.system.httpUrl}/api/playbooks`);
    expect(await list.json()).toMatchObject({
      playbooks: [{ playbook: 'invoice_followup', version: '3.2.0' }, { playbook: 'contact_hygiene' }],
    });
    const response = await send(`${arbiter.system.httpUrl}/api/playbooks/world_peace/runs`, 'POST', {});
    expect([response.status, await response.json()]).toMatchObject([
      404,
      { detail: expect.stringContaining('use one of invoice_followup, contact_hygiene') },
    ]);
  });
});
