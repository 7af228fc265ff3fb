import { hash } from 'node:crypto';
import type { ApprovalPage } from '@arbiter/contracts';
import { Laboratory, type RunningIngress } from './testing/laboratory';

const ASKED_AT = Date.parse('2026-07-02T07:00:00.000Z');
const KEYS = { operator: ':approvals', reader: '' } as const;

describe('what waits for a yes', () => {
  let laboratory: Laboratory;
  let running: RunningIngress;

  beforeAll(async () => {
    laboratory = await Laboratory.open();
    running = await laboratory.start({
      ARBITER_API_KEYS: Object.entries(KEYS)
        .map(([name, rights]) => `${name}:${hash('sha256', name)}:shop${rights}`)
        .join(','),
    });
    for (const [index, [playbook, day]] of [
      ['reminders', '2026-07-01'],
      ['reminders', '2026-07-02'],
      ['stock', '2026-07-02'],
    ].entries())
      await wait(`a-${index}`, playbook!, day!, index);
  });
  afterAll(() => laboratory.close());

  const wait = (id: string, playbook: string, day: string, minutes: number) =>
    running.ingress.core.database.pool.query(
      `insert into approval (action_id, tenant, playbook, day, run_id, branch_id, asked_in, object, binding, status, asked_at, expires_at)
       values ($1, 'shop', $2, $3, 'r', $1, 1, $1, 'b', 'open', $4, '2999-01-01')`,
      [id, playbook, day, new Date(ASKED_AT + minutes * 60_000)],
    );
  const ask = (path: string, name: keyof typeof KEYS = 'operator', options: RequestInit = {}) =>
    fetch(`${running.url}/api/approvals${path}`, {
      ...options,
      headers: { authorization: `Bearer ${name}`, 'content-type': 'application/json' },
    });
  const page = async (path: string, name?: keyof typeof KEYS) => (await (await ask(path, name)).json()) as ApprovalPage;
  const ids = async (path: string) => (await page(path)).approvals.map(({ id }) => id);

  it('is listed, all of it or that of a playbook or a day, the newest first', async () => {
    expect(await ids('')).toEqual(['a-2', 'a-1', 'a-0']);
    expect(await ids('?playbook=reminders')).toEqual(['a-1', 'a-0']);
    expect(await ids('?day=2026-07-02')).toEqual(['a-2', 'a-1']);
    expect(await ids('?playbook=reminders&day=2026-07-02')).toEqual(['a-1']);
    expect(await ids('?playbook=nothing')).toEqual([]);
  });

  it.each([
    ['?day=yesterday', 'day'],
    ['?playbook=', 'playbook'],
    ['?before=soon', 'before'],
  ])('is refused with the field: %s', async (path, field) => {
    const answer = await ask(path);
    expect([answer.status, ((await answer.json()) as { field: string }).field]).toEqual([400, field]);
  });

  it('says whether the key may answer, and takes an answer from none that may not', async () => {
    expect([(await page('')).mayAnswer, (await page('', 'reader')).mayAnswer]).toEqual([true, false]);
    const answer = await ask('/a-0', 'reader', { method: 'POST', body: JSON.stringify({ decision: 'approve' }) });
    expect([answer.status, await answer.json()]).toMatchObject([
      403,
      { detail: expect.stringContaining('give it the right in ARBITER_API_KEYS') },
    ]);
  });
});
