import { alteredShop } from './altered-shop';
import { OFFERED, OFFERED_REFUND, shopWithAgents } from './shop-with-agents';
import { OtlpReceiver } from './otlp-receiver';
import { RecordingModel } from './recording-model';
import { ADAPTER_API, activateTenant, openBroker, readTenantFolder } from '@arbiter/runtime';
import { channelUser } from '@arbiter/runtime/adapter';
import { subjects } from '@arbiter/contracts';
import { secretOf } from '@arbiter/stack';
import { randomUUID } from 'node:crypto';
import { TestSystem, eventually } from './test-system';
import { runTool } from './tool';

const REFUND = 'shop.refund.create';
describe('an agent (EX-10)', () => {
  let model: RecordingModel;
  let collector: OtlpReceiver;
  let arbiter: TestSystem;
  beforeAll(async () => {
    model = await RecordingModel.open();
    collector = await OtlpReceiver.open();
    model.used = { prompt_tokens: 200, completion_tokens: 20 };
    arbiter = await TestSystem.open({
      tenants: [shopWithAgents()],
      environment: {
        ARBITER_MODEL_URL: model.url,
        ARBITER_MODEL: 'llama',
        ARBITER_TRACE_SINKS: 'postgres,otlp',
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      },
    });
  });
  afterAll(async () => {
    await arbiter?.close();
    await model.close();
    await collector.close();
  });
  beforeEach(() => {
    model.given.length = 0;
    model.call = () => [];
  });

  const worked = async (wish: string, template = 'ask_clerk') => {
    const runId = await arbiter.submit(template, { wish });
    return { runId, run: await arbiter.ended(runId) };
  };
  const asked = () => model.given.filter(({ data }) => 'wish' in data);
  const post = async (what: 'pause' | 'resume', body: object) => {
    const response = await fetch(`${arbiter.system.httpUrl}/api/chat/messages_two_stage/${what}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: response.status, ...((await response.json()) as { phaseIndex?: number; detail?: string }) };
  };
  const brokerOfChannel = (channel: string) => {
    const user = channelUser(channel);
    const password = secretOf(arbiter.system.options.dataFolder, `nats-${user}`);
    return openBroker({
      url: arbiter.system.stack.nats.url,
      user,
      password,
      name: 'test',
      inbox: user,
      api: ADAPTER_API,
    });
  };

  it('looks up one after the other, is told each outcome, and answers (TP-01, TP-11, TP-14)', async () => {
    const orders = ['1001', '1002'];
    model.call = ({ notes }) =>
      notes.length < orders.length ? [{ name: OFFERED, args: { orderNumber: orders[notes.length] } }] : [];
    model.say = () => 'Both are there.';
    const { runId, run } = await worked('Which of 1001 and 1002 was dearer?');
    expect(run).toMatchObject({ status: 'ok' });
    expect(await arbiter.count('action.succeeded', runId)).toBe(2);
    expect(asked().map(({ tools }) => tools)).toEqual([[OFFERED], [OFFERED], [OFFERED]]);
    const [, first] = asked();
    expect(first!.notes).toEqual([
      expect.stringMatching(/^The outcome of your call of shop\.order\.get:\n\{"data":\{/),
    ]);
    expect(first!.data).toEqual({ locale: expect.any(String), wish: 'Which of 1001 and 1002 was dearer?' });
  });

  it('that never stops is stopped by its budget, and says the truth (TP-05, TP-06, TP-13)', async () => {
    let asks = 0;
    model.call = ({ tools }) =>
      tools.length > 0 ? [{ name: OFFERED, args: { orderNumber: `${1001 + asks++}` } }] : [];
    model.say = () => 'That is what I found.';
    const { runId, run } = await worked('Look everything up.');
    expect(run).toMatchObject({ status: 'ok' });
    expect(await arbiter.count('action.requested', runId)).toBe(3);
    const last = asked().at(-1)!;
    expect(last.tools).toEqual([]);
    expect(last.notes.at(-1)).toBe('Tool budget reached; answer using existing results.');
  });

  it('makes no call twice and none that it may not make, and is told so (TP-08, TP-10)', async () => {
    const wrong = [
      { name: OFFERED, args: { orderNumber: '1001' } },
      { name: OFFERED, args: { orderNumber: ' 1001' } },
      { name: 'shop-refund-create', args: { orderNumber: '1001', amount: 5 } },
    ];
    model.call = ({ notes }) => wrong.slice(notes.length, notes.length + 1);
    const { runId } = await worked('Refund 1001.');
    expect(await arbiter.count('action.requested', runId)).toBe(1);
    expect(asked().at(-1)!.notes.slice(1)).toEqual([
      'Your call of shop.order.get was not made: you have made it before, and its result is above.',
      'Your call of shop-refund-create was not made: you have no such tool.',
    ]);
    expect(await arbiter.ledger('1001')).toEqual([]);
  });

  it('leaves a trace of its tools, phases and calls, without what was said (TL-09, TL-10, TP-12)', async () => {
    const call = { name: OFFERED, args: { orderNumber: '1001' } };
    model.call = ({ notes, tools }) => (notes.length < 2 && tools.length > 0 ? [call] : []);
    model.say = () => 'Order 1001 is there.';
    const { runId } = await worked('Look 1001 up twice.');
    const traced = async () => {
      const response = await fetch(`${arbiter.system.httpUrl}/api/runs/${runId}/trace`);
      const { events } = (await response.json()) as { events: { type: string; phaseIndex: number }[] };
      return events.length >= 8 ? events : null;
    };
    const events = await eventually('its trace', traced);
    expect(events.map(({ type, phaseIndex }) => `${type} ${phaseIndex}`)).toEqual([
      'tool_registration 1',
      'orchestration_phase_start 1',
      'tool_call 1',
      'tool_result 1',
      'orchestration_phase_end 1',
      'orchestration_phase_start 2',
      'duplicate_tool_call 2',
      'orchestration_phase_end 2',
    ]);
    expect(JSON.stringify(events)).not.toContain('1001');
    const named = () => collector.of(runId.replaceAll('-', '')).filter(({ name }) => name.startsWith('agent'));
    const spans = await eventually('its spans (TL-11)', async () => (named().length === 3 ? named() : null));
    const [step] = spans.filter(({ name }) => name === 'agent');
    expect(spans.filter(({ parentSpanId }) => parentSpanId === step!.spanId).map(({ name }) => name)).toEqual([
      'agent tool_phase',
      'agent action_phase',
    ]);
  });

  describe('that a person pauses (CH-13, TP-17 to TP-19)', () => {
    /** An agent that was paused while its first call was under way. */
    const paused = async () => {
      await arbiter.faults([{ route: 'GET /customers/{customerId}/orders/{orderNumber}', kind: 'held' }]);
      model.call = ({ notes }) => (notes.length === 0 ? [{ name: OFFERED, args: { orderNumber: '1001' } }] : []);
      model.say = () => 'It is there.';
      const requestId = await arbiter.submit('ask_clerk', { wish: 'Look 1001 up.' });
      await eventually('its call', () => arbiter.count('action.requested', requestId));
      expect(await post('pause', { requestId })).toMatchObject({ status: 202, phaseIndex: 1 });
      await eventually('the agent to hear of it', () => arbiter.count('agent.pausing', requestId));
      await arbiter.faults([]);
      // The run shows the outcome of the call, and then that its agent waits.
      await eventually('it to wait', async () => (await arbiter.count('agent.recorded', requestId)) === 2);
      return requestId;
    };

    it('waits right after the result, and goes on exactly there, once', async () => {
      const requestId = await paused();
      expect(await post('resume', { requestId, resumeFromPhaseIndex: 3 })).toMatchObject({
        status: 409,
        detail: expect.stringContaining('waits before phase 2'),
      });
      expect(asked()).toHaveLength(1);
      const twice = await Promise.all([1, 2].map(() => post('resume', { requestId, resumeFromPhaseIndex: 2 })));
      expect(twice.every(({ status }) => status === 202 || status === 409)).toBe(true);
      expect(twice.some(({ status }) => status === 202)).toBe(true);
      expect(await arbiter.ended(requestId)).toMatchObject({ status: 'ok', reply: 'It is there.' });
      expect(await arbiter.count('agent.resumed', requestId)).toBe(1);
      expect(asked()).toHaveLength(2);
    });

    it('never goes on once it was stopped', async () => {
      const requestId = await paused();
      await fetch(`${arbiter.system.httpUrl}/api/runs/${requestId}/cancel`, { method: 'POST' });
      expect(await arbiter.ended(requestId)).toMatchObject({ status: 'cancelled' });
      expect(await post('resume', { requestId, resumeFromPhaseIndex: 2 })).toMatchObject({ status: 409 });
      expect(asked()).toHaveLength(1);
    });

    it('never goes on once a channel has cancelled its run, as only its own person may (EV-01)', async () => {
      const requestId = await paused();
      const broker = await brokerOfChannel('webhook');
      const cancel = (userId: string) =>
        broker.stream.publish(subjects.inboundCancel('shop', 'webhook'), JSON.stringify({ requestId, userId }));
      await cancel('C-0002');
      await cancel('C-0001');
      expect(await arbiter.ended(requestId)).toMatchObject({ status: 'cancelled' });
      await broker.close();
      const events = await (await fetch(`${arbiter.system.httpUrl}/api/runs/${requestId}/events`)).text();
      expect(events.match(/"type":"rag\.done"/g)).toHaveLength(1);
      expect(await post('resume', { requestId, resumeFromPhaseIndex: 2 })).toMatchObject({ status: 409 });
      expect(await arbiter.count('run.cancel_received', requestId)).toBe(1);
      expect(asked()).toHaveLength(1);
    });
  });

  describe('that would change something', () => {
    /** A small refund: the shop carries it out at once when a person asks for it. */
    const refunding = async (orderNumber: string) => {
      model.call = ({ notes }) =>
        notes.length === 0 ? [{ name: OFFERED_REFUND, args: { orderNumber, amount: 5 } }] : [];
      model.say = ({ notes }) => (notes[0]!.includes('"completed"') ? 'It is paid back.' : 'It was not paid back.');
      const key = randomUUID();
      const runId = await arbiter.submit('ask_cashier', { wish: 'Pay 5 back.' }, 'C-0001', key);
      await eventually('the person to be asked', () => arbiter.count('run.suspended', runId));
      expect(await arbiter.ledger(orderNumber)).toEqual([]);
      return { runId, person: arbiter.chat('C-0001', `run-${key}`) };
    };

    it('does nothing without a yes, however small it is (AG-13)', async () => {
      const { runId, person } = await refunding('1004');
      await person.say('no');
      expect(await arbiter.ended(runId)).toMatchObject({
        status: 'ok',
        reply: "All right, I won't do that. Nothing was changed.",
        header: { steps: [{ stepId: 'work' }, { stepId: 'work.1', status: 'rejected' }] },
      });
      expect(await arbiter.ledger('1004')).toEqual([]);
    });

    it('does it once with a yes, and its header says so (ER-01)', async () => {
      const { runId, person } = await refunding('1003');
      await person.say('yes');
      expect(await arbiter.ended(runId)).toMatchObject({
        status: 'ok',
        reply: 'It is paid back.',
        header: { steps: [{ stepId: 'work' }, { stepId: 'work.1', status: 'completed' }] },
      });
      expect(await arbiter.ledger('1003')).toHaveLength(1);
    });
  });

  describe('that delegates (CP-04 to CP-07)', () => {
    const DELEGATED = 'platform-agent-delegate';
    /** Has an agent of that profile do it, which makes one call. */
    const delegating = (profile: string, forwarded: readonly string[], call: { name: string; args: object }): void => {
      model.call = ({ tools, notes }) => {
        if (notes.length > 0) return [];
        const args = { profile, wish: 'Do it for 1003.', forward_skills: forwarded };
        return tools.includes(DELEGATED) ? [{ name: DELEGATED, args }] : [call];
      };
      model.say = () => 'Order 1003 is there.';
    };

    it('shows what its delegate called, and gives on no tool that the delegate may not have', async () => {
      delegating('clerk', [OFFERED, REFUND, 'everything'], { name: OFFERED, args: { orderNumber: '1003' } });
      const { runId, run } = await worked('Look 1003 up.', 'ask_chief');
      expect(run).toMatchObject({
        status: 'ok',
        header: {
          steps: [
            { stepId: 'work' },
            { stepId: 'work.1', title: 'Looks orders up', status: 'completed' },
            { stepId: 'work.1.1', status: 'completed' },
          ],
        },
      });
      expect(run['reply']).toContain('1003');
      const [chief, clerk] = asked();
      expect([chief!.tools, clerk!.tools]).toEqual([[OFFERED, 'shop-refund-create', DELEGATED], [OFFERED]]);
      expect(clerk!.bytes).toContain('You look orders up');
      expect(clerk!.bytes).not.toMatch(/refund/);
      expect(await arbiter.count('agent.opened', runId)).toBe(2);
      expect(await arbiter.count('agent.recorded', `"withheld":["${REFUND}","everything"]`)).toBe(1);
    });

    it("asks the person for a yes to its delegate's call, and does it once (AG-13)", async () => {
      delegating('cashier', [REFUND], { name: 'shop-refund-create', args: { orderNumber: '1001', amount: 5 } });
      const key = randomUUID();
      const runId = await arbiter.submit('ask_chief', { wish: 'Pay 5 back.' }, 'C-0001', key);
      await eventually('the person to be asked', () => arbiter.count('run.suspended', runId));
      expect(await arbiter.ledger('1001')).toEqual([]);
      await arbiter.chat('C-0001', `run-${key}`).say('yes');
      expect(await arbiter.ended(runId)).toMatchObject({
        status: 'ok',
        header: { steps: [{ stepId: 'work' }, { stepId: 'work.1' }, { stepId: 'work.1.1', status: 'completed' }] },
      });
      expect(await arbiter.ledger('1001')).toHaveLength(1);
    });

    it('ends with its delegate when it is stopped, and nothing is done after it (TP-19)', async () => {
      delegating('cashier', [REFUND], { name: 'shop-refund-create', args: { orderNumber: '1009', amount: 5 } });
      const runId = await arbiter.submit('ask_chief', { wish: 'Pay 5 back.' });
      await eventually('the person to be asked', () => arbiter.count('run.suspended', runId));
      await fetch(`${arbiter.system.httpUrl}/api/runs/${runId}/cancel`, { method: 'POST' });
      expect(await arbiter.ended(runId)).toMatchObject({ status: 'cancelled' });
      expect(await arbiter.count('agent.completed', runId)).toBe(2);
      expect(await arbiter.ledger('1009')).toEqual([]);
    });
  });

  describe('by the chat (TP-15, CH-01)', () => {
    const send = async (route: string, text: string) => {
      const response = await fetch(`${arbiter.system.httpUrl}/api/chat/${route}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ sessionId: randomUUID(), userId: 'C-0001', text, messageId: randomUUID() }),
      });
      const answer = (await response.json()) as { requestId: string };
      return { status: response.status, answer, run: await arbiter.ended(answer.requestId) };
    };

    it('serves what no template does, and tells its calls in the header before its words', async () => {
      model.call = ({ notes, tools }) =>
        notes.length === 0 && tools.length > 0 ? [{ name: OFFERED, args: { orderNumber: '1001' } }] : [];
      model.say = () => 'Order 1001 is there.';
      const { answer, run } = await send('messages_two_stage', 'Compare things with one another for me');
      expect(run).toMatchObject({ status: 'ok', header: { steps: [{ stepId: 'work' }, { stepId: 'work.1' }] } });
      expect(await arbiter.count('action.succeeded', answer.requestId)).toBe(1);
    });

    it('leaves to the template what a template serves, and the usual route as it is', async () => {
      model.propose = () => ({ intentId: 'order_status', confidence: 0.9, slots: { orderNumber: '1002' } });
      const served = await send('messages_two_stage', 'Where is my order 1002?');
      expect(await arbiter.count('agent.requested', served.answer.requestId)).toBe(0);
      expect(served.run).toMatchObject({ status: 'ok' });
      model.propose = () => ({ intentId: null, confidence: 0.9, slots: {} });
      const usual = await send('messages', 'Compare things with one another for me');
      expect(await arbiter.count('agent.requested', usual.answer.requestId)).toBe(0);
    });
  });

  it('is replayed with its pauses, refusals and yeses, without a model (RT-16)', async () => {
    model.given.length = 0;
    const { code, output } = await runTool(arbiter, 'main', '--all', '--verify');
    expect([code, code === 0 ? '' : output]).toEqual([0, '']);
    expect(model.given).toEqual([]);
  });
});

it('a flag that is turned opens the two-stage route, and closes it, without a restart (TP-16, IN-06)', async () => {
  const arbiter = await TestSystem.open({});
  const answered = async (messageId: string) => {
    const response = await fetch(`${arbiter.system.httpUrl}/api/chat/messages_two_stage`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ sessionId: 's-1', userId: 'C-0001', text: 'Hello', messageId }),
    });
    const { type } = (await response.json()) as { type?: string };
    return { status: response.status, type };
  };
  const turned = async (twoStage: boolean) => {
    const folder = await readTenantFolder(alteredShop({}), twoStage);
    await activateTenant(arbiter.system.stack.postgres.url, folder, () => undefined);
  };
  const closed = { status: 404, type: 'urn:arbiter:problem:two_stage_disabled' };
  try {
    expect(await answered('m-1')).toEqual(closed);
    expect(await arbiter.count('turn.received')).toBe(0);
    await turned(true);
    await eventually('the route to open', async () => (await answered('m-1')).status === 202);
    await turned(false);
    await eventually('the route to close', async () => (await answered('m-2')).status === 404);
    expect(await answered('m-2')).toEqual(closed);
  } finally {
    await arbiter.close();
  }
});
