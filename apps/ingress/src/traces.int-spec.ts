import { createHash, randomUUID } from 'node:crypto';
import type { TraceView } from '@arbiter/contracts';
import { repeatingAgent, SAID } from '@arbiter/views/testing/agent-story';
import { Laboratory, show, type RunningIngress } from './testing/laboratory';
import { OtherServices } from './testing/other-services';

const CUSTOMER = 'C-0001';
const NOW = new Date().toISOString();
const LONG_AGO = new Date(Date.now() - 31 * 86_400_000).toISOString();
const digest = (key: string): string => createHash('sha256').update(key).digest('hex');
const KEYS = [`reader:${digest('key-of-reader')}:shop`, `stranger:${digest('key-of-stranger')}:other`].join(',');

describe('the trace of a run (TL-09, TL-10)', () => {
  let laboratory: Laboratory;
  let running: RunningIngress;

  beforeAll(async () => {
    laboratory = await Laboratory.open();
    running = await laboratory.start({ ARBITER_API_KEYS: KEYS });
  });
  afterAll(() => laboratory.close());

  const ask = (key: string, runId: string) =>
    fetch(`${running.url}/api/runs/${runId}/trace`, { headers: { authorization: `Bearer key-of-${key}` } });
  const traceOf = async (runId: string) => (await (await ask('reader', runId)).json()) as TraceView;

  /** A run of the shop that has shown itself; its agent worked at that time. */
  async function ran(at: string | null): Promise<string> {
    const requestId = randomUUID();
    await show(running, { requestId, sessionId: 's-1', customerId: CUSTOMER }, 1, [['rag.started']]);
    if (at === null) return requestId;
    const others = new OtherServices(() => running, CUSTOMER, at);
    for (const { name, stream, data } of repeatingAgent(undefined, requestId).events)
      await others.write(name, stream, data);
    await others.fold();
    return requestId;
  }

  it('is answered in the order of the log, without what was said', async () => {
    const requestId = await ran(NOW);
    const trace = await traceOf(requestId);
    expect(trace).toMatchObject({ requestId, more: false });
    expect(trace.events.map(({ type }) => type)).toEqual([
      'tool_registration',
      'orchestration_phase_start',
      'tool_call',
      'tool_result',
      'orchestration_phase_end',
      'orchestration_phase_start',
      'duplicate_tool_call',
      'orchestration_phase_end',
    ]);
    expect(trace.events[6]).toEqual({
      ts: NOW,
      tenant: 'shop',
      traceId: null,
      requestId,
      sessionId: 's-1',
      stepId: 'work',
      phaseIndex: 2,
      cycleIndex: 1,
      type: 'duplicate_tool_call',
      details: { tool: 'shop.order.get', signature: 'signature', args: '[redacted]' },
    });
    for (const word of SAID) expect(JSON.stringify(trace.events)).not.toContain(word);
  });

  it('is empty where no agent is at work, and of what its tenant keeps no longer', async () => {
    for (const requestId of [await ran(null), await ran(LONG_AGO)])
      expect(await traceOf(requestId)).toEqual({ requestId, events: [], more: false });
  });

  it('is for callers of its tenant alone', async () => {
    const requestId = await ran(NOW);
    expect((await ask('stranger', requestId)).status).toBe(404);
    expect((await ask('nobody', requestId)).status).toBe(401);
  });

  it('is not there for a run that is not, and the caller is told what to do', async () => {
    const answer = await ask('reader', randomUUID());
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([404, '1']);
    expect(await answer.json()).toMatchObject({ type: 'urn:arbiter:problem:unknown_run', field: 'id' });
    expect((await ask('reader', 'x'.repeat(200))).status).toBe(400);
  });
});
