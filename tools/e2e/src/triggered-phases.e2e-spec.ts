import { randomUUID } from 'node:crypto';
import type { Given, RecordingModel } from './recording-model';
import { OFFERED, OFFERED_LIST, openModelledShop, type ModelledShop } from './shop-with-agents';
import { eventually, type TestSystem } from './test-system';
import { runTool } from './tool';

/** What a tool returned, as the model is told it. */
const resultIn = (note: string): Record<string, unknown> =>
  (JSON.parse(note.split('\n')[1]!) as { data: { result: Record<string, unknown> } }).data.result;

describe('the success criteria of triggered phases (EVL-07)', () => {
  let shop: ModelledShop;
  let model: RecordingModel;
  let arbiter: TestSystem;
  beforeAll(async () => {
    shop = await openModelledShop();
    ({ model, arbiter } = shop);
  });
  afterAll(() => shop?.close());
  beforeEach(() => {
    model.given.length = 0;
    model.call = () => [];
    model.say = () => 'Hello.';
  });

  const asked = () => model.given.filter(({ data }) => 'wish' in data);
  const ended = async (template: string, wish: string) => {
    const runId = await arbiter.submit(template, { wish });
    return { runId, run: await arbiter.ended(runId) };
  };
  /** The phases of a run's agent, question by question, and how it ended. */
  const phasesOf = async (runId: string): Promise<readonly string[]> => {
    const { rows } = await arbiter.pool.query<{ told: string }>(
      `select concat_ws(' ', split_part(type, '.', 3), envelope::json #>> '{data,place,phase}', envelope::json #>> '{data,place,phaseIndex}',
         envelope::json #>> '{data,place,cycleIndex}', envelope::json #>> '{data,why}', envelope::json #>> '{data,final}', envelope::json #>> '{data,end}') as told
       from event where stream_id = $1 order by version`,
      [`agent-shop-${runId}.work`],
    );
    return rows.map(({ told }) => told);
  };
  /** Lists the orders, reads the first of them, and sums it up. */
  const summarise = (): void => {
    const first = ({ notes }: Given) => (resultIn(notes[0]!)['orders'] as { orderNumber: string }[])[0]!.orderNumber;
    model.call = (given) => {
      if (given.notes.length === 0) return [{ name: OFFERED_LIST, args: {} }];
      return given.notes.length === 1 ? [{ name: OFFERED, args: { orderNumber: first(given) } }] : [];
    };
    model.say = ({ notes }) => {
      const { orderNumber, status } = resultIn(notes[1]!);
      return `Order ${String(orderNumber)} is ${String(status)}.`;
    };
  };

  it('a chained task is completed, with one call for each of its steps and no other (TP-14)', async () => {
    summarise();
    const { runId, run } = await ended('ask_reader', 'Sum my latest order up.');
    expect(run).toMatchObject({ status: 'ok', reply: expect.stringMatching(/^Order \d{4} is \w+\.$/) });
    expect(asked()).toHaveLength(3);
    expect(await phasesOf(runId)).toEqual([
      'opened',
      'asked tool_phase 1 1',
      'answered tool_phase 1 1',
      'requested',
      'call_ended tool_phase 1 1',
      'asked action_phase 2 1',
      'answered action_phase 2 1',
      'requested',
      'call_ended tool_phase 3 2',
      'asked action_phase 4 2',
      'answered action_phase 4 2',
      'completed action_phase 4 2 answered',
    ]);
  });

  it('there is no tool spam: of fifty calls in each answer at most three are made (TP-03, TP-05)', async () => {
    let number = 1_000;
    model.call = () =>
      Array.from({ length: 50 }, () => ({ name: OFFERED, args: { orderNumber: String((number += 1)) } }));
    const { runId } = await ended('ask_clerk', 'Look everything up.');
    expect(await arbiter.count('action.requested', runId)).toBe(3);
    expect(asked().length).toBeLessThanOrEqual(8);
  });

  it('a duplicate is refused by a system message, and never made (TP-08)', async () => {
    model.call = ({ notes }) => (notes.length < 3 ? [{ name: OFFERED, args: { orderNumber: '1001' } }] : []);
    const { runId } = await ended('ask_clerk', 'Look 1001 up, again and again.');
    expect(await arbiter.count('action.requested', runId)).toBe(1);
    const body = JSON.parse(asked().at(-1)!.bytes.split('\n').at(-1)!) as {
      messages: { role: string; content: string }[];
    };
    const refusals = body.messages.filter(({ content }) => content.includes('was not made: you have made it before'));
    expect(refusals.map(({ role }) => role)).toEqual(['system', 'system']);
  });

  it('it ends the same way each time that its budgets are used up (TP-13)', async () => {
    const told: (readonly string[])[] = [];
    for (let time = 0; time < 2; time += 1) {
      let number = 1_000;
      model.call = ({ notes }) => {
        if (notes.length % 2 === 0) number += 1;
        return [{ name: OFFERED, args: { orderNumber: String(number) } }];
      };
      const { runId } = await ended('ask_clerk', 'Look everything up, twice.');
      told.push(await phasesOf(runId));
    }
    expect(told[1]).toEqual(told[0]);
    expect(told[0]!.filter((line) => line === 'requested')).toHaveLength(3);
    expect(told[0]!.at(-3)).toMatch(/^asked action_phase 6 3 (tool_budget|refusals)$/);
    expect(told[0]!.at(-1)).toBe('completed action_phase 6 3 no_answer');
  });

  it('the old route serves as before, while an agent works and after it (TP-15, TP-16)', async () => {
    await arbiter.faults([{ route: 'GET /customers/{customerId}/orders/{orderNumber}', kind: 'held' }]);
    model.call = ({ notes, tools }) =>
      tools.length > 0 && notes.length === 0 ? [{ name: OFFERED, args: { orderNumber: '1001' } }] : [];
    const working = await arbiter.submit('ask_clerk', { wish: 'Look 1001 up.' });
    await eventually('its call', () => arbiter.count('action.requested', working));
    const send = async (text: string) => {
      const response = await fetch(`${arbiter.system.httpUrl}/api/chat/messages`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ sessionId: randomUUID(), userId: 'C-0002', text, messageId: randomUUID() }),
      });
      const { requestId } = (await response.json()) as { requestId: string };
      return { status: response.status, requestId, run: await arbiter.ended(requestId) };
    };
    model.propose = () => ({ intentId: 'greeting', confidence: 0.9, slots: {} });
    const during = await send('Hello');
    await arbiter.faults([]);
    expect(during).toMatchObject({ status: 202, run: { status: 'ok' } });
    expect(await arbiter.ended(working)).toMatchObject({ status: 'ok' });
    const later = await send('Hello');
    expect(later.run['reply']).toBe(during.run['reply']);
    expect(await arbiter.count('agent.requested', later.requestId)).toBe(0);
  });

  it('every phase is derived anew from the log without a model (RT-16)', async () => {
    summarise();
    const { runId } = await ended('ask_reader', 'Sum my latest order up.');
    model.given.length = 0;
    const { code, errors, output } = await runTool(arbiter, 'main', '--run', runId, '--show');
    expect([code, errors, code === 0 ? '' : output]).toEqual([0, '', '']);
    const lines = output.trim().split('\n');
    const ofAgent = lines.filter((line) => line.includes(`agent-shop-${runId}.work@`));
    expect(ofAgent).toHaveLength(6);
    expect(ofAgent.every((line) => line.startsWith('equal'))).toBe(true);
    expect(JSON.parse(lines.at(-1)!)).toMatchObject({ changed: 0, differing: 0, archived: 0 });
    expect(model.given).toEqual([]);
  });
});
