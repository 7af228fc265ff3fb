import type { OutcomePage, OutcomeView, RunView, SessionPage } from '@arbiter/contracts';
import { impatientShop } from './altered-shop';
import { REFUND_ROUTES } from './refunds';
import { TestSystem, eventually } from './test-system';
import { runTool } from './tool';

const USER = 'C-0001';
const TOLD = 'I know now what became of your earlier request:\n';

describe('an outcome that is unknown (EX-26)', () => {
  let arbiter: TestSystem;
  beforeAll(async () => {
    arbiter = await TestSystem.open({ tenants: [impatientShop] });
  });
  afterEach(() => arbiter.faults([]));
  afterAll(() => arbiter?.close());

  const left = async (): Promise<readonly OutcomeView[]> =>
    ((await (await fetch(`${arbiter.system.httpUrl}/api/outcomes`)).json()) as OutcomePage).outcomes;
  const outcomeOf = (runId: string): Promise<OutcomeView> =>
    eventually('the outcome to be listed', async () => (await left()).find((view) => view.runId === runId));
  const told = (sessionId: string): Promise<RunView> =>
    eventually('the person to be told', async () => {
      const response = await fetch(`${arbiter.system.httpUrl}/api/sessions/${sessionId}/messages?userId=${USER}`);
      const { runs } = (await response.json()) as SessionPage;
      return runs.find(({ reply }) => reply?.startsWith(TOLD));
    });
  /** The timer goes off now, and not hours later. */
  const hasten = () => arbiter.pool.query("update due set due_at = now() where key = 'look'");
  const outcomes = (...parameters: readonly string[]) =>
    runTool(arbiter, 'outcomes', '--base', arbiter.system.httpUrl, ...parameters);

  it('is looked up where the vendor can be asked, and what is found is told (action.look_requested, action.settled)', async () => {
    await arbiter.faults([
      { route: 'POST /tickets', kind: 'reset_after_effect' },
      { route: 'GET /tickets', kind: '500', after: 1 },
    ]);
    const chat = arbiter.chat(USER);
    await chat.say('open a ticket');
    const { requestId } = await unknownAfter(chat, 'My teapot leaks and the lid is cracked');
    const view = await outcomeOf(requestId);
    expect(view).toMatchObject({ status: 'looked_up', tool: 'shop.ticket.create', looks: 0 });
    await hasten();
    await eventually('a look without an answer', async () => (await outcomeOf(requestId)).looks === 1);
    await arbiter.faults([]);
    await hasten();
    expect((await told(chat.sessionId)).reply).toBe(`${TOLD}✓ Open a ticket`);
    expect(await arbiter.count('action.settled', view.id)).toBe(1);
    await eventually('nothing to be left', async () => (await left()).length === 0);
  });

  it('is a task of a person where the vendor cannot be asked, who settles it once (action.settlement_received)', async () => {
    await arbiter.faults([{ route: REFUND_ROUTES.native, kind: 'reset_after_effect' }]);
    const chat = arbiter.chat(USER);
    const { requestId } = await unknownAfter(chat, 'refund order 1003');
    const { id, status } = await outcomeOf(requestId);
    expect(status).toBe('open');
    const listed = await outcomes('list');
    expect(listed.output).toContain(`${id}  shop.refund.create`);
    expect(listed.output).toContain('the vendor cannot be asked');
    expect(JSON.parse((await outcomes('show', id, '--json')).output)).toMatchObject({ id, status: 'open' });

    expect(await outcomes('settle', id, '--done')).toMatchObject({
      code: 0,
      output: expect.stringContaining('was done'),
    });
    expect((await told(chat.sessionId)).reply).toBe(`${TOLD}✓ Refund the order`);
    await eventually('it to be settled', async () => (await left()).length === 0);
    expect(await outcomes('settle', id, '--not-done')).toMatchObject({
      code: 1,
      errors: expect.stringContaining('that stands'),
    });
    expect(await arbiter.count('action.settlement_received')).toBe(1);
    expect(await arbiter.ledger('1003')).toHaveLength(1);
  });

  it('is said when the person asks for the same again, which is then not done without a yes to that', async () => {
    await arbiter.faults([{ route: REFUND_ROUTES.native, kind: 'reset_after_effect' }]);
    const chat = arbiter.chat(USER);
    await chat.say('refund 5 euros of order 1004');
    const { requestId } = await unknownAfter(chat, 'yes');
    await arbiter.faults([]);
    expect((await chat.say('refund 5 euros of order 1004')).text).toMatch(
      /I don't know yet whether your earlier request for this went through.* Shall I refund 5\.00 EUR of order 1004\?$/,
    );
    await chat.say('no');
    expect(await arbiter.ledger('1004')).toHaveLength(1);
    expect(await outcomes('settle', (await outcomeOf(requestId)).id, '--done')).toMatchObject({ code: 0 });
    await told(chat.sessionId);
    expect((await chat.say('refund 5 euros of order 1004')).text).not.toContain("I don't know yet");
  });

  it('is a task of a person once the vendor has been asked often enough (action.escalated)', async () => {
    await arbiter.faults([
      { route: 'POST /tickets', kind: 'reset_before_effect' },
      { route: 'GET /tickets', kind: '500', after: 1 },
    ]);
    const chat = arbiter.chat(USER);
    await chat.say('open a ticket');
    const { requestId } = await unknownAfter(chat, 'The handle of my mug came off');
    await eventually('it to be escalated', async () => {
      await hasten();
      return (await outcomeOf(requestId)).status === 'open';
    });
    expect(await arbiter.count('action.escalated')).toBe(1);
    expect((await outcomes('list')).output).toContain('did not say: somebody has to look there');
  });

  it('is decided the same when it is replayed (RT-16)', async () => {
    expect(await runTool(arbiter, 'main', '--all', '--verify')).toMatchObject({ code: 0, errors: '' });
  });

  /** Says these, and waits for the run whose outcome is unknown. */
  async function unknownAfter(chat: ReturnType<TestSystem['chat']>, ...lines: readonly string[]) {
    for (const line of lines) await chat.say(line);
    return eventually('an unknown outcome', async () => {
      const response = await fetch(`${arbiter.system.httpUrl}/api/sessions/${chat.sessionId}/messages?userId=${USER}`);
      const { runs } = (await response.json()) as SessionPage;
      return runs.find(({ header }) => header?.steps.some(({ status }) => status === 'unknown'));
    });
  }
});
