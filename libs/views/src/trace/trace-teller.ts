import type { PhaseEndReason, PhasePlace, TraceEvent } from '@arbiter/contracts';
import type { Stretch, Traced, TracedAgent } from './traced-agent';

/** An agent after a fact, null once it has ended, and what was told of the fact. */
export interface TraceStep {
  readonly agent: TracedAgent | null;
  readonly told: readonly Traced[];
}

type Telling<T extends TraceEvent = TraceEvent> = T extends TraceEvent ? Pick<T, 'type' | 'details'> : never;

/** Tells what happened to an agent by one fact, at its time, and keeps count of its phases. */
export class TraceTeller {
  private readonly told: Traced[] = [];
  private hasEnded = false;

  constructor(
    private agent: TracedAgent,
    private readonly ts: string,
  ) {}

  get step(): TraceStep {
    return { agent: this.hasEnded ? null : this.agent, told: this.told };
  }

  tell(telling: Telling): this {
    const event = this.eventOf(telling);
    this.told.push({ event, ended: [] });
    this.agent = { ...this.agent, told: [...this.agent.told, event] };
    return this;
  }

  /** The phase of this place is open afterwards, the one before it has ended. */
  enter(place: PhasePlace): this {
    const { since, place: before } = this.agent;
    if (since !== null && before.phaseIndex === place.phaseIndex) return this;
    if (since !== null) this.end('tool_called', place);
    this.agent = { ...this.agent, place, since: this.ts };
    this.told.push({ event: this.eventOf({ type: 'orchestration_phase_start', details: place }), ended: [] });
    return this;
  }

  /** The open phase ends; `next` is the place of the phase that comes after it. */
  end(reason: PhaseEndReason, next: PhasePlace): this {
    this.endPhase(reason, []);
    this.agent = { ...this.agent, place: next, since: null, told: [] };
    return this;
  }

  /** The open phase ends, and the agent with it. */
  endAgent(reason: PhaseEndReason): this {
    this.endPhase(reason, [this.stretch('step', this.agent.opened.time, [])]);
    this.hasEnded = true;
    return this;
  }

  private endPhase(reason: PhaseEndReason, ended: readonly Stretch[]): void {
    const { place, since, told } = this.agent;
    const event = this.eventOf({ type: 'orchestration_phase_end', details: { ...place, reason } });
    this.told.push({ event, ended: [this.stretch('phase', since ?? this.ts, told), ...ended] });
  }

  private stretch(of: Stretch['of'], began: string, told: readonly TraceEvent[]): Stretch {
    return { of, traceParent: this.agent.opened.traceParent, began, ended: this.ts, told };
  }

  private eventOf({ type, details }: Telling): TraceEvent {
    const { opened, place } = this.agent;
    const { runId, stepId, delegation = [], sessionId } = opened.data;
    return {
      ts: this.ts,
      tenant: opened.tenant,
      traceId: opened.traceParent?.split('-')[1] ?? null,
      requestId: runId,
      sessionId,
      stepId: [stepId, ...delegation].join('.'),
      phaseIndex: place.phaseIndex,
      cycleIndex: place.cycleIndex,
      type,
      details,
    } as TraceEvent;
  }
}
