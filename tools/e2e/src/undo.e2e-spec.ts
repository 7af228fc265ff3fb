import { WRITTEN_AND_UNDONE, statusesOf, studioWithLetters } from './letters';
import { TestSystem, eventually } from './test-system';
import { runTool } from './tool';

describe('a run that stops after it changed something', () => {
  let arbiter: TestSystem;
  beforeAll(async () => {
    arbiter = await TestSystem.open({
      tenants: [studioWithLetters().folder],
      environment: { ARBITER_TENANT: 'studio' },
    });
  });
  afterAll(() => arbiter?.close());
  afterEach(() => arbiter.faults([]));

  let seen = 0;
  /** What the vendor's ledger holds that it did not hold before. */
  async function effects(): Promise<readonly string[]> {
    const entries = await arbiter.ledger();
    const fresh = entries.slice(seen).map(({ route }) => route);
    seen = entries.length;
    return fresh;
  }
  const waiting = (requestId: string) =>
    eventually('the letter to wait for a yes', async () => (await arbiter.run(requestId))['proposal'] !== null);

  it('undoes it by the same gate, and says so (SG-01, SG-05)', async () => {
    const run = await arbiter.ended(await arbiter.submit('refused_letter', {}, 'owner'));
    expect([run['status'], ...statusesOf(run)]).toEqual(['error', 'compensated', 'failed']);
    expect(await effects()).toEqual(WRITTEN_AND_UNDONE);
    expect(await arbiter.count('action.succeeded', '"kind":"undo"')).toBe(1);
  });

  it('keeps what its plan keeps', async () => {
    const run = await arbiter.ended(await arbiter.submit('kept_letter', {}, 'owner'));
    expect(statusesOf(run)).toEqual(['completed', 'failed']);
    expect(await effects()).toEqual(['POST /drafts']);
  });

  it('undoes it when it is cancelled while it waits for a yes (AP-09)', async () => {
    const requestId = await arbiter.submit('asked_letter', {}, 'owner');
    await waiting(requestId);
    await fetch(`${arbiter.system.httpUrl}/api/runs/${requestId}/cancel`, { method: 'POST' });
    const run = await arbiter.ended(requestId);
    expect([run['status'], ...statusesOf(run)]).toEqual(['cancelled', 'compensated', 'cancelled']);
    expect(await effects()).toEqual(WRITTEN_AND_UNDONE);
  });

  it('undoes it once although the vendor answers nothing at first (EX-19)', async () => {
    await arbiter.faults([{ route: 'DELETE /drafts/{draftId}', kind: 'reset_after_effect', times: 1 }]);
    const run = await arbiter.ended(await arbiter.submit('refused_letter', {}, 'owner'));
    expect(statusesOf(run)).toEqual(['compensated', 'failed']);
    expect(await effects()).toEqual(WRITTEN_AND_UNDONE);
  });

  it('leaves it to a person when the vendor will not have it undone', async () => {
    await arbiter.faults([{ route: 'DELETE /drafts/{draftId}', kind: '422' }]);
    const run = await arbiter.ended(await arbiter.submit('refused_letter', {}, 'owner'));
    expect([run['status'], ...statusesOf(run)]).toEqual(['error', 'compensation_failed', 'failed']);
    expect(run['reply']).toMatch(/could not undo it.*Write the letter/);
    expect(await effects()).toEqual(['POST /drafts']);
  });

  it('is decided the same when it is replayed (RT-16)', async () => {
    expect(await runTool(arbiter, 'main', '--all', '--verify')).toMatchObject({ code: 0, errors: '' });
  });
});
