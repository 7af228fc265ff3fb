import type { RunView, SessionPage } from '@arbiter/contracts';
import { alteredShop } from './altered-shop';
import { TestSystem, eventually } from './test-system';
import { runTool } from './tool';

/** Longer than a run that is stopped waits for its actions, and shorter than the tool may take. */
const ANSWER_MILLISECONDS = 25_000;
const TOOL_TIMEOUT_MILLISECONDS = 60_000;

const USER = 'C-0001';
const TOLD = 'I know now what became of your earlier request:\n✓ Refund the order';

describe('a refund that its vendor answers only after its run was given up', () => {
  let arbiter: TestSystem;

  beforeAll(async () => {
    const patient = alteredShop({
      'tools.yaml': ({ tools, extensions }) => ({
        extensions,
        tools: tools.map((tool) => ({ ...tool, timeoutMilliseconds: TOOL_TIMEOUT_MILLISECONDS })),
      }),
    });
    arbiter = await TestSystem.open({ tenants: [patient] });
  });
  afterAll(() => arbiter?.close());

  const runsOf = async (sessionId: string): Promise<readonly RunView[]> => {
    const response = await fetch(`${arbiter.system.httpUrl}/api/sessions/${sessionId}/messages?userId=${USER}`);
    return ((await response.json()) as SessionPage).runs;
  };

  it('is told once it is known, by a message of its own, and is what is answered from then on (R7)', async () => {
    await arbiter.faults([{ route: 'POST /refunds', kind: 'slow', delayMilliseconds: ANSWER_MILLISECONDS }]);
    const chat = arbiter.chat(USER);
    const asked = chat.say('refund order 1003');
    await eventually('the refund to be on its way', async () => (await arbiter.count('action.dispatched')) > 0);
    await arbiter.chat(USER, chat.sessionId).say('stop');
    const given = await asked;
    expect(given).toMatchObject({
      status: 'cancelled',
      text: expect.stringContaining("I don't know whether that went through"),
    });
    expect(given.header).toBe('✓ Look up the order\n? Refund the order (outcome unknown)');

    const report = await eventually('the outcome to be told', async () =>
      (await runsOf(chat.sessionId)).find(({ reply }) => reply === TOLD && true),
    );
    expect(await arbiter.ledger('1003')).toHaveLength(1);
    const [abandoned] = (await runsOf(chat.sessionId)).filter(
      ({ status, header }) => status === 'cancelled' && header?.steps.length === 2,
    );
    expect((await arbiter.uiLog(report.requestId)).map(({ type }) => type).at(-1)).toBe('rag.done');
    expect((await arbiter.uiLog(abandoned!.requestId)).filter(({ type }) => type === 'rag.done')).toHaveLength(1);
    expect((await arbiter.uiLog(abandoned!.requestId)).at(-1)!.type).toBe('rag.done');
    await eventually('the run to show what came of its step', async () => {
      const { header } = (await arbiter.run(abandoned!.requestId)) as {
        header?: { steps: readonly { stepId: string; status: string }[] };
      };
      return header?.steps.some(({ stepId, status }) => stepId === 'refund' && status === 'completed');
    });
    expect((await arbiter.chat(USER, chat.sessionId).say('any news?')).text).toBe(
      'Here is the latest: ✓ Refund the order',
    );
    expect(await arbiter.count('run.settled')).toBe(1);
    expect(await runTool(arbiter, 'main', '--all', '--verify')).toMatchObject({ code: 0, errors: '' });
  });
});
