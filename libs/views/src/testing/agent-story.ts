import {
  DELEGATE_TOOL,
  placeOfCall,
  type AgentEnd,
  type CallRefusal,
  type EventData,
  type EventName,
  type FinalReason,
  type PhasePlace,
} from '@arbiter/contracts';
import { History } from './recorded';

/** What the person, the model and the vendor said; none of it may appear in a trace. */
export const SAID = ['dearer', 'Leipzig', '1001', 'ada@example.org', 'delete-ada'] as const;
export const LOOKUP = 'shop.order.get';
export const TRACE = '0af7651916cd43dd8448eb211c80319c';
export const AGENT_BUDGET = { cycles: 3, refusals: 3, tokens: 1_000, seconds: 60 };

/** The places of an agent's phases, by the names that the protocol has for them. */
export const A1: PhasePlace = { phase: 'tool_phase', phaseIndex: 1, cycleIndex: 1 };
export const B1: PhasePlace = { phase: 'action_phase', phaseIndex: 2, cycleIndex: 1 };
export const A2: PhasePlace = { phase: 'tool_phase', phaseIndex: 3, cycleIndex: 2 };
export const B2: PhasePlace = { phase: 'action_phase', phaseIndex: 4, cycleIndex: 2 };

/** The facts of one agent, a second apart, as its decider writes them. */
export class AgentStory {
  private asks = 0;
  private calls = 0;
  private place = A1;

  constructor(
    readonly history = new History(),
    readonly runId = 'r1',
    readonly stepId = 'work',
  ) {}

  get events(): History['events'] {
    return this.history.events;
  }

  opens(): this {
    return this.add('agent.opened', {
      task: { profile: 'clerk', version: '1.0.0', tools: [LOOKUP], budget: AGENT_BUDGET },
      wish: 'Which was dearer? ada@example.org',
      class: 'drafting',
      planHash: 'plan',
      scope: { allowed: { shop: ['read'] } },
      sessionId: 's-1',
      threadId: null,
      artifacts: 'bundle',
      locale: 'en',
      openedAt: AT,
    });
  }

  isAsked(place: PhasePlace, final: FinalReason | null = null, asked = 1): this {
    if (asked === 1) this.asks += 1;
    this.place = place;
    return this.add('agent.asked', { place, ask: this.asks, asked, final, deadline: AT, at: AT });
  }

  says(words: string): this {
    return this.answers(words, null);
  }

  /** It wants the look-up, which is made. */
  calls1001(): this {
    this.wants().calls += 1;
    this.place = placeOfCall(this.place);
    return this.add('action.requested', {
      actionId: `${this.runId}.${this.stepId}.call.${this.calls}`,
      origin: { kind: 'agent_call', stepId: this.stepId, call: this.calls },
      tool: LOOKUP,
      args: { orderNumber: '1001' },
      idempotencyKey: 'key',
      planHash: 'plan',
      scope: { allowed: { shop: ['read'] } },
      sessionId: 's-1',
      threadId: null,
      artifacts: 'bundle',
      locale: 'en',
      requestedAt: AT,
    });
  }

  /** It has another agent look, and forwards a tool that is not given on. */
  delegates(withheld: readonly string[]): this {
    this.wants(DELEGATE_TOOL).calls += 1;
    this.place = placeOfCall(this.place);
    return this.add('agent.requested', {
      delegation: [this.calls],
      task: { profile: 'reader', version: '1.0.0', tools: [LOOKUP], budget: AGENT_BUDGET },
      wish: 'Which was dearer? ada@example.org',
      class: 'drafting',
      planHash: 'plan',
      scope: { allowed: { shop: ['read'] } },
      sessionId: 's-1',
      threadId: null,
      artifacts: 'bundle',
      locale: 'en',
      withheld: [...withheld],
      requestedAt: AT,
    });
  }

  /** It wants a call that is not made. */
  isRefused(why: CallRefusal, tool = LOOKUP): this {
    const signature = why === 'unreadable' ? null : 'signature';
    return this.wants(tool).add('agent.call_refused', { place: this.place, tool, signature, why, at: AT });
  }

  hears(code: string | null = null): this {
    const outcome = code === null ? { status: 'completed' as const, result: { place: 'Leipzig' } } : FAILED;
    return this.add('agent.call_ended', {
      place: this.place,
      call: this.calls,
      tool: LOOKUP,
      ...outcome,
      code,
      at: AT,
    });
  }

  pauses(phaseIndex: number): this {
    return this.add('agent.pausing', { at: AT }).add('agent.paused', { phaseIndex, at: AT });
  }

  goesOn({ phaseIndex }: PhasePlace): this {
    return this.add('agent.resumed', { phaseIndex, at: AT });
  }

  ends(end: AgentEnd): this {
    return this.add('agent.completed', {
      place: this.place,
      end,
      code: null,
      words: 'It is in Leipzig.',
      calls: [],
      asks: 1,
      spent: { refusals: 0, tokens: 0, milliseconds: 0 },
      at: AT,
    });
  }

  private wants(tool = LOOKUP): this {
    return this.answers('I look 1001 up.', { tool, args: { orderNumber: '1001' }, signature: 'signature' });
  }

  private answers(words: string, call: EventData<'agent.answered'>['call']): this {
    const { place, asks: ask } = this;
    const told = { words, said: '', ignoredCalls: 0, tokens: 10, failure: null };
    return this.add('agent.answered', { place, ask, ...told, call, at: AT });
  }

  private add<N extends EventName>(name: N, data: Omit<EventData<N>, 'runId' | 'stepId'>): this {
    const { runId, stepId } = this;
    const whole = { runId, stepId, ...data } as unknown as EventData<N>;
    const traceParent = `00-${TRACE}-b7ad6b7169203331-01`;
    this.history.add(name, `${runId}.${stepId}`, whole, { category: 'agent', traceParent });
    return this;
  }
}

const AT = '2026-03-02T10:00:00.000Z';
const FAILED = { status: 'failed' as const, result: {} };

/** One call, its outcome, the same call once more, and the answer. */
export const repeatingAgent = (history = new History(), runId = 'r1'): AgentStory =>
  new AgentStory(history, runId)
    .opens()
    .isAsked(A1)
    .calls1001()
    .hears()
    .isAsked(B1)
    .isRefused('duplicate')
    .isAsked(B1)
    .says('It is in Leipzig.')
    .ends('answered');
