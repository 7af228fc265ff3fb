import type { RunView, SessionPage } from '@arbiter/contracts';
import { doctoredShop } from './doctored-shop';
import { House, eventually } from './house';
import { runTool } from './tool';

/** Longer than a run that is stopped waits for its actions, and shorter than the tool may take. */
const ANSWER_MILLISECONDS = 25_000;
const TOOL_TIMEOUT_MILLISECONDS = 60_000;

const USER = 'C-0001';
const TOLD = 'I know now what became of your earlier request:\n✓ Refund the order';

describe('a refund that its vendor answers only after its run was given up', () => {
  let house: House;

  beforeAll(async () => {
    const patient = doctoredShop({ 'tools.yaml': ({ tools, extensions }) => ({ extensions, tools: tools.map((tool) => ({ ...tool, timeoutMilliseconds: TOOL_TIMEOUT_MILLISECONDS })) }) });
    house = await House.open({ tenants: [patient] });
  });
  afterAll(() => house?.close());

  const runsOf = async (sessionId: string): Promise<readonly RunView[]> => {
    const response = await fetch(`${house.system.httpUrl}/api/sessions/${sessionId}/messages?userId=${USER}`);
    return ((await response.json()) as SessionPage).runs;
  };

  it('is told once it is known, by a message of its own, and is what is answered from then on (R7)', async () => {
    await house.faults([{ route: 'POST /refunds', kind: 'slow', delayMilliseconds: ANSWER_MILLISECONDS }]);
    const chat = house.chat(USER);
    const asked = chat.say('refund order 1003');
    await eventually('the refund to be on its way', async () => (await house.count('action.dispatched')) > 0);
    await house.chat(USER, chat.sessionId).say('stop');
    const given = await asked;
    expect(given).toMatchObject({ status: 'cancelled', text: expect.stringContaining("I don't know whether that went through") });
    expect(given.header).toBe('✓ Look up the order\n? Refund the order (outcome unknown)');

    const told = await eventually('the outcome to be told', async () => (await runsOf(chat.sessionId)).find(({ reply }) => reply === TOLD && true));
    expect(await house.ledger('1003')).toHaveLength(1);
    const [abandoned] = (await runsOf(chat.sessionId)).filter(({ status, header }) => status === 'cancelled' && header?.steps.length === 2);
    expect((await house.uiLog(told.requestId)).map(({ type }) => type).at(-1)).toBe('rag.done');
    expect((await house.uiLog(abandoned!.requestId)).filter(({ type }) => type === 'rag.done')).toHaveLength(1);
    expect((await house.uiLog(abandoned!.requestId)).at(-1)!.type).toBe('rag.done');
    await eventually('the run to show what came of its step', async () => {
      const { header } = (await house.run(abandoned!.requestId)) as { header?: { steps: readonly { stepId: string; status: string }[] } };
      return header?.steps.some(({ stepId, status }) => stepId === 'refund' && status === 'completed');
    });
    expect((await house.chat(USER, chat.sessionId).say('any news?')).text).toBe('Here is the latest: ✓ Refund the order');
    expect(await house.count('run.settled')).toBe(1);
    expect(await runTool(house, 'main', '--all', '--verify')).toMatchObject({ code: 0, errors: '' });
  });
});
