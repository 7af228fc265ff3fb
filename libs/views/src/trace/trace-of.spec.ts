import type { EventData, EventName, PhasePlace, TraceEvent } from '@arbiter/contracts';
import { History } from '../testing/recorded';
import { traceOf } from './trace-of';
import type { Traced, TracedAgent } from './traced-agent';

const OF = { runId: 'run-1', stepId: 'work' };
const AT = '2026-03-02T10:00:00.000Z';
const A1 = { phase: 'tool_phase', phaseIndex: 1, cycleIndex: 1 } as const;
const B1 = { phase: 'action_phase', phaseIndex: 2, cycleIndex: 1 } as const;
const ORIGIN = { kind: 'agent_call', stepId: 'work', call: 1 } as const;
const TRACE_PARENT = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
const TASK = {
  profile: 'clerk',
  version: '1.0.0',
  tools: ['shop.order.get'],
  budget: { cycles: 3, refusals: 3, tokens: 1_000, seconds: 60 },
};

class Story {
  private readonly history = new History();

  constructor(traceParent: string | null = TRACE_PARENT) {
    this.add(
      'agent.opened',
      {
        ...OF,
        task: TASK,
        wish: 'My secret wish',
        class: 'drafting',
        planHash: 'plan',
        scope: { allowed: {} },
        sessionId: 'chat',
        threadId: null,
        artifacts: 'bundle',
        locale: 'en',
        openedAt: AT,
      },
      traceParent,
    );
  }

  add<N extends EventName>(name: N, data: EventData<N>, traceParent: string | null = null): this {
    this.history.add(name, 'run-1.work', data, {
      category: 'agent',
      ...(traceParent !== null && { traceParent }),
    });
    return this;
  }

  asked = (place: PhasePlace, ask = 1) =>
    this.add('agent.asked', { ...OF, place, ask, asked: 1, final: null, deadline: AT, at: AT });

  wants = (place: PhasePlace, tool = 'shop.order.get') =>
    this.add('agent.answered', {
      ...OF,
      place,
      ask: 1,
      words: 'Secret words',
      said: '',
      call: { tool, args: { orderNumber: '1001' }, signature: 'signature-1' },
      ignoredCalls: 0,
      tokens: 1,
      failure: null,
      at: AT,
    });

  called = () =>
    this.add('action.requested', {
      ...OF,
      actionId: 'run-1.work.call.1',
      origin: ORIGIN,
      tool: 'shop.order.get',
      args: { orderNumber: '1001' },
      idempotencyKey: 'key',
      planHash: 'plan',
      scope: { allowed: {} },
      sessionId: 'chat',
      threadId: null,
      artifacts: 'bundle',
      locale: 'en',
      requestedAt: AT,
    });

  callEnded = (place: PhasePlace) =>
    this.add('agent.call_ended', {
      ...OF,
      place,
      call: 1,
      tool: 'shop.order.get',
      status: 'completed',
      code: null,
      result: { secret: 1 },
      at: AT,
    });

  refused = (place: PhasePlace, why: EventData<'agent.call_refused'>['why'], tool = 'shop.order.get') =>
    this.add('agent.call_refused', { ...OF, place, tool, signature: 'signature-1', why, at: AT });

  ended = (place: PhasePlace, end: EventData<'agent.completed'>['end'] = 'answered') =>
    this.add('agent.completed', { ...OF, place, end, code: null, words: 'Secret words', calls: [], asks: 1, at: AT });

  get told(): readonly Traced[] {
    let agent: TracedAgent | null = null;
    return this.history.events.flatMap((fact) => {
      const step = traceOf(agent, fact);
      agent = step.agent;
      return step.told;
    });
  }

  get events(): readonly TraceEvent[] {
    return this.told.map(({ event }) => event);
  }
}

const looked = () => new Story().asked(A1).wants(A1).called().callEnded(A1).asked(B1, 2);
const typesOf = ({ events }: Story) => events.map(({ type, phaseIndex }) => `${type} ${phaseIndex}`);

describe('the trace of an agent (TL-09, TL-10)', () => {
  it('tells its tools, its phases, its calls and their results, in order', () => {
    const story = looked().ended(B1);
    expect(typesOf(story)).toEqual([
      'tool_registration 1',
      'orchestration_phase_start 1',
      'tool_call 1',
      'tool_result 1',
      'orchestration_phase_end 1',
      'orchestration_phase_start 2',
      'orchestration_phase_end 2',
    ]);
    const reasons = story.events.flatMap((one) => (one.type === 'orchestration_phase_end' ? one.details.reason : []));
    expect(reasons).toEqual(['tool_called', 'answered']);
    expect(story.events[0]).toMatchObject({ traceId: 'a'.repeat(32), requestId: 'run-1', sessionId: 'chat' });
  });

  it('tells a call that is not made as what it is', () => {
    const story = looked().wants(B1).refused(B1, 'duplicate').refused(B1, 'unknown_tool', 'Secret.tool').ended(B1);
    expect(
      story.events.filter(({ phaseIndex }) => phaseIndex === 2).map(({ type, details }) => [type, details]),
    ).toEqual([
      ['orchestration_phase_start', B1],
      ['duplicate_tool_call', expect.objectContaining({ tool: 'shop.order.get' })],
      ['tool_call', expect.objectContaining({ tool: '[redacted]', call: null, refused: 'unknown_tool' })],
      ['orchestration_phase_end', { ...B1, reason: 'answered' }],
    ]);
  });

  it('ends each phase once, also where it is paused or stopped there', () => {
    const paused = new Story().asked(A1).wants(A1).called().callEnded(A1);
    paused.add('agent.paused', { ...OF, phaseIndex: 2, at: AT });
    expect(typesOf(paused).at(-1)).toBe('orchestration_phase_end 1');
    const stopped = paused.ended(A1, 'cancelled');
    const starts = stopped.events.filter(({ type }) => type === 'orchestration_phase_start');
    const ends = stopped.events.filter(({ type }) => type === 'orchestration_phase_end');
    expect(starts).toHaveLength(ends.length);
    expect(ends.at(-1)!.details).toMatchObject({ reason: 'cancelled' });
  });

  it('holds nothing that a person, a model or a vendor wrote', () => {
    expect(JSON.stringify(looked().refused(B1, 'unknown_tool', 'Secret.tool').ended(B1).events)).not.toMatch(
      /secret|1001/i,
    );
  });

  it('says with the end of a phase what a span is made of, and with the last also that of the step (TL-11)', () => {
    const ended = looked()
      .ended(B1)
      .told.flatMap((traced) => traced.ended.map(({ of, traceParent, told }) => [of, traceParent, told.length]));
    expect(ended).toEqual([
      ['phase', TRACE_PARENT, 3],
      ['phase', TRACE_PARENT, 0],
      ['step', TRACE_PARENT, 0],
    ]);
  });
});
