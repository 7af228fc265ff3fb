import fc, { type GeneratorValue } from 'fast-check';
import {
  agentStream,
  isIgnored,
  mostAsks,
  type ActionEnd,
  type ArtifactBundle,
  type Decider,
  type EventData,
  type Fact,
  type FactOf,
  type UiLine,
} from '@arbiter/contracts';
import { agentDecider, type AgentAnswer, type AgentInput } from '../agent';
import { step } from '../fixtures/agent-story';
import { echo, planBundleWith } from '../fixtures/plan-bundle';
import { cancelReceived, planned, requested, returned, succeeded } from '../fixtures/run-story';
import { contextOf, incoming } from '../specification';
import { runDecider } from './run-decider';
import type { RunInput } from './run-inputs';
import { streamsForRun, type RunEvent } from './state/streams';

const bundle: ArtifactBundle = {
  ...planBundleWith([
    { id: 'work', type: 'agent_run', agent: 'clerk', args: { wish: 'Look around.' } },
    echo('after', ['work']),
  ]),
  agents: [
    {
      agent: 'clerk',
      version: '1.0.0',
      description: 'Looks around',
      instructions: 'Look around.',
      tools: ['arbiter.echo.say'],
      class: 'drafting',
    },
  ],
};
const OF = { runId: 'run-1', stepId: 'work' };
const AGENT = agentStream('shop', OF);
const BUDGET = { cycles: 3, refusals: 3 };
const SCHEDULES = 10_000;

/** What models answer: mostly a further call, else one that is refused, words, or nothing at all. */
const said = (text: string) => step({ call: { tool: 'arbiter.echo.say', args: { text } } });
const ANSWERS: readonly AgentAnswer[] = [
  ...['a', 'b', 'c', 'd', ' a '].map(said),
  step({ words: 'One moment, please.', call: { tool: 'arbiter.echo.say', args: { text: 'e' } } }),
  step({ call: { tool: 'shop.refund.create', args: {} } }),
  step({ words: 'Your order was refunded.' }),
  step({}),
  { kind: 'failure', code: 'unavailable' },
];

const ANY_OUTCOME: readonly ActionEnd['name'][] = [
  'action.succeeded',
  'action.succeeded',
  'action.succeeded',
  'action.failed',
  'action.unknown',
  'action.cancelled',
];

const suspendedCall = ({ actionId, origin, tool, args }: EventData<'action.requested'>) =>
  incoming('action.suspended', {
    ...OF,
    actionId,
    origin,
    tool,
    checks: {
      allowed: true,
      rule: 'consent:agent',
      reasons: [],
      riskClass: 'record_mutation',
      consent: 'clear',
      policyVersion: 'p',
    },
    binding: 'binding-1',
    deed: 'deed-1',
    question: 'approval_default',
    expiresAt: '2026-03-02T10:15:00.000Z',
    request: { args },
    idempotencyKey: 'key-1',
    planHash: 'plan-1',
    artifacts: 'bundle-1',
  });

const approvalOf = ({ actionId }: EventData<'action.requested'>, decision: 'approve' | 'reject') =>
  incoming('approval.given', {
    requestId: 'run-2',
    runId: OF.runId,
    actionId,
    decision,
    binding: 'binding-1',
    answeredBy: 'turn-2',
    decidedAt: '2026-03-02T10:01:00.000Z',
  } as EventData<'approval.given'>);

/** A stream of the log with its decider, its timers and what it has shown. */
class Stream<State, Input extends { readonly name: string }> {
  readonly facts: Fact[] = [];
  readonly lines: UiLine[] = [];
  readonly timers = new Map<string, string>();
  private state: State;

  constructor(
    private readonly decider: Decider<State, Input>,
    private readonly name: string,
  ) {
    this.state = decider.initial();
  }

  decide(input: Input, now: string): readonly Fact[] {
    if (input.name === 'due') this.timers.delete((input as { readonly key?: string }).key!);
    const context = contextOf(bundle, { stream: this.name, now });
    const decision = this.decider.decide(this.state, input, context);
    const facts = isIgnored(decision) ? [] : decision;
    for (const fact of facts) {
      this.lines.push(...(this.decider.show?.(this.state, fact, context) ?? []));
      for (const { key, at } of this.decider.due?.(fact) ?? []) {
        if (at === null) this.timers.delete(key);
        else this.timers.set(key, at);
      }
      this.state = this.decider.evolve(this.state, fact);
      this.facts.push(fact);
    }
    return facts;
  }

  /** Its process is gone: another one takes it from the log, which gives the same state and the same lines. */
  takeOver(): void {
    const context = contextOf(bundle, { stream: this.name });
    const lines: UiLine[] = [];
    const state = this.facts.reduce((before, fact) => {
      lines.push(...(this.decider.show?.(before, fact, context) ?? []));
      return this.decider.evolve(before, fact);
    }, this.decider.initial());
    expect(state).toEqual(this.state);
    expect(lines).toEqual(this.lines);
    this.state = state;
  }
}

/** The page of a person: it loses its connection, and comes back with the last `seq` that it has. */
class Page {
  readonly seen: number[] = [];
  isConnected = true;

  /** What was shown up to `seq` is in the log before it is sent; a gap before it is filled from there. */
  take(seq: number): void {
    if (!this.isConnected) return;
    for (let next = this.last + 1; next <= seq; next += 1) this.seen.push(next);
  }

  get last(): number {
    return this.seen.at(-1) ?? 0;
  }
}

type Message = { readonly to: 'run'; readonly input: RunInput } | { readonly to: 'agent'; readonly input: AgentInput };

/**
 * One run with its agent. Messages come in any order, late and twice; the models' askers and the processes of both
 * streams die; the person stops, pauses, resumes, says yes or no, and loses the connection.
 */
class Schedule {
  readonly run = new Stream(runDecider, 'run-shop-run-1');
  readonly agent = new Stream(agentDecider, AGENT);
  readonly page = new Page();
  isStopped = false;
  private readonly waiting: Message[] = [];
  private readonly delivered: Message[] = [];
  /** calls that wait for a person */
  private readonly asking = new Map<string, EventData<'action.requested'>>();
  private now = '2026-03-02T10:00:00.000Z';

  constructor(private readonly choose: GeneratorValue) {
    this.send({ to: 'run', input: requested() }, { to: 'run', input: planned(bundle) });
    for (let turns = 0; turns < 1_000 && (this.waiting.length > 0 || this.timers.length > 0); turns += 1) {
      if (this.waiting.length > 0) this.deliver(this.waiting.splice(this.pick(this.waiting.length), 1)[0]!);
      else {
        this.expectPauseShown();
        this.letTimePass();
      }
      this.disturb();
    }
    this.page.isConnected = true;
    this.page.take(this.run.lines.length);
  }

  /** All that is still set, the soonest first. */
  get timers(): readonly (readonly [Message['to'], string, string])[] {
    return (['run', 'agent'] as const)
      .flatMap((to) => Array.from(this[to].timers, ([key, at]) => [to, key, at] as const))
      .toSorted(([, , one], [, , other]) => (one < other ? -1 : 1));
  }

  private pick(below: number): number {
    return this.choose(fc.nat, { max: below - 1 });
  }

  private send(...messages: readonly Message[]): void {
    this.waiting.push(...messages);
  }

  /** TP-18: once all is heard, an agent that waits for the person is shown so, with the phase that it waits before. */
  private expectPauseShown(): void {
    const last = this.agent.facts.findLast(({ name }) => ['agent.paused', 'agent.resumed'].includes(name));
    const isOver = this.agent.facts.at(-1)?.name === 'agent.completed' || this.run.lines.at(-1)?.type === 'rag.done';
    if (last?.name === 'agent.paused' && !isOver) expect(this.shownToWait()).toBe(last.data.phaseIndex);
  }

  private shownToWait(): unknown {
    return this.run.lines.findLast(({ payload }) => payload['kind'] === 'agent')?.payload['resumeFrom'];
  }

  private letTimePass(): void {
    const [to, key, at] = this.timers[0]!;
    this.now = at > this.now ? at : this.now;
    this.deliver({ to, input: { name: 'due', key } });
  }

  /** What a person or the machine does in between. */
  private disturb(): void {
    const phaseIndex = this.run.lines.at(-1)?.phaseIndex ?? 1;
    const received = { ...OF, sessionId: 'session-1', payloadHash: 'h', receivedAt: this.now };
    switch (this.pick(24)) {
      case 0:
        this.isStopped = true;
        return this.send({ to: 'run', input: cancelReceived() });
      case 1:
      case 2:
        return this.send({ to: 'agent', input: incoming('agent.pause_received', { ...received, phaseIndex }) });
      case 3:
        this.page.isConnected = !this.page.isConnected;
        return this.page.take(this.run.lines.length);
      case 4:
        return this.run.takeOver();
      case 5:
        return this.agent.takeOver();
      case 6:
      case 7:
        return this.delivered.length > 0 ? this.deliver(this.delivered[this.pick(this.delivered.length)]!) : undefined;
      default:
        return this.resumeWhatWaits(received);
    }
  }

  /** The person sees that it waits, and mostly lets it go on. */
  private resumeWhatWaits(received: Omit<EventData<'agent.resume_received'>, 'phaseIndex'>): void {
    const phaseIndex = this.shownToWait();
    if (typeof phaseIndex !== 'number' || this.pick(3) === 0) return;
    this.send({ to: 'agent', input: incoming('agent.resume_received', { ...received, phaseIndex }) });
  }

  private deliver(message: Message): void {
    if (message.input.name !== 'due') this.delivered.push(message);
    const facts =
      message.to === 'run' ? this.run.decide(message.input, this.now) : this.agent.decide(message.input, this.now);
    for (const fact of facts) this.pass(message.to, fact);
    if (message.input.name === 'action.suspended') {
      const isAsked = facts.some(({ name }) => name === 'run.suspended');
      this.answerQuestion(message.input.data.actionId, isAsked);
    }
    // A published line may be lost; the page hears of it with the next one.
    if (this.pick(4) > 0) this.page.take(this.run.lines.length);
  }

  /** What others make of a fact: the other stream, the models, and the gateway. */
  private pass(from: Message['to'], fact: Fact): void {
    if (from === 'agent') this.tellRun(fact);
    if (fact.name === 'agent.requested') this.send({ to: 'agent', input: incoming('agent.requested', fact.data) });
    if (fact.name === 'agent.cancel_requested')
      this.send({ to: 'agent', input: incoming('agent.cancel_requested', fact.data) });
    if (fact.name === 'agent.asked') this.answer(fact.data);
    if (fact.name === 'action.requested') this.callEnds(fact);
    if (fact.name === 'segment.requested') this.send({ to: 'run', input: succeeded('after') });
    if (fact.name === 'segment.cancel_requested')
      this.send({ to: 'run', input: returned(fact.data.segmentId, fact.data.stepIds) });
  }

  private tellRun(fact: Fact): void {
    switch (fact.name) {
      case 'agent.answered':
      case 'agent.call_ended':
      case 'agent.paused':
      case 'agent.resumed':
      case 'agent.completed': {
        const told = incoming(fact.name, fact.data as never, { stream: AGENT }) as RunEvent;
        if (streamsForRun(told).length > 0) this.send({ to: 'run', input: told });
      }
    }
  }

  /** The asker may die with its ask: then the timer asks again. */
  private answer({ ask, asked }: EventData<'agent.asked'>): void {
    if (this.pick(6) === 0) return;
    const answer = ANSWERS[this.pick(ANSWERS.length)]!;
    this.send({ to: 'agent', input: { name: 'agent.heard', ask, asked, answer } });
  }

  /** A call has its outcome, or waits for a person first, whom the run asks. */
  private callEnds({ data }: FactOf<'action.requested'>): void {
    if (this.pick(5) > 0) return this.outcomeOf(data, ANY_OUTCOME[this.pick(ANY_OUTCOME.length)]!);
    this.asking.set(data.actionId, data);
    this.send({ to: 'run', input: suspendedCall(data) });
  }

  /** The person answers, or the time for it is over; a run that is being stopped asks no more. */
  private answerQuestion(actionId: string, isAsked: boolean): void {
    const data = this.asking.get(actionId);
    if (data === undefined || !this.asking.delete(actionId)) return;
    const decision = isAsked ? (['approve', 'reject', 'expire'] as const)[this.pick(3)]! : 'expire';
    if (decision !== 'expire') this.send({ to: 'run', input: approvalOf(data, decision) });
    this.outcomeOf(data, decision === 'approve' ? 'action.succeeded' : 'action.rejected');
  }

  private outcomeOf({ actionId, origin, tool }: EventData<'action.requested'>, name: ActionEnd['name']): void {
    const ended = { ...OF, actionId, origin, tool, attempt: 1, checks: null, completedAt: this.now };
    const data = { ...ended, code: 'connection_lost', reason: 'r', result: { text: 'hi' }, recovered: false };
    this.send({ to: 'agent', input: incoming(name, data as never) as AgentInput });
  }
}

const named = <N extends Fact['name']>(facts: readonly Fact[], name: N) =>
  facts.filter((fact): fact is Extract<Fact, { name: N }> => fact.name === name);

describe('what a person sees of a run with an agent', () => {
  it(`is one stream, in ${SCHEDULES} schedules of stops, pauses, resumes, kills and lost connections (EVL-07)`, () => {
    const statuses = new Set<unknown>();
    let [resumed, askedAgain, suspended] = [0, 0, 0];
    const holds = (choose: GeneratorValue): void => {
      const { run, agent, page, timers, isStopped } = new Schedule(choose);
      expect(timers).toEqual([]);
      // EV-04: one start, one end, nothing after it
      const types = run.lines.map(({ type }) => type);
      expect([types[0], types.at(-1)]).toEqual(['rag.started', 'rag.done']);
      expect(types.filter((type) => type === 'rag.started' || type === 'rag.done')).toHaveLength(2);
      // EV-02: every line once, in order, whichever were lost on the way and with whichever the page came back
      expect(page.seen).toEqual(run.lines.map((_, index) => index + 1));
      // EV-10: phases only go forward
      const phases = run.lines.map(({ phaseIndex }) => phaseIndex);
      expect(phases).toEqual(phases.toSorted((one, other) => one - other));
      // TP-13
      const asks = named(agent.facts, 'agent.asked');
      expect(new Set(asks.map(({ data }) => data.ask)).size).toBeLessThanOrEqual(mostAsks(BUDGET));
      expect(named(agent.facts, 'action.requested').length).toBeLessThanOrEqual(BUDGET.cycles);
      // TP-19: only a person cancels, and nothing of what is cancelled goes on
      const { status } = run.lines.at(-1)!.payload;
      if (status === 'cancelled') expect(isStopped).toBe(true);
      const stop = agent.facts.findIndex(
        (fact) =>
          fact.name === 'action.cancel_requested' || (fact.name === 'agent.completed' && fact.data.end === 'cancelled'),
      );
      const after = stop < 0 ? [] : agent.facts.slice(stop).map(({ name }) => name);
      for (const name of ['agent.resumed', 'agent.asked', 'action.requested']) expect(after).not.toContain(name);
      statuses.add(status);
      resumed += named(agent.facts, 'agent.resumed').length;
      suspended += named(run.facts, 'run.suspended').length;
      askedAgain += asks.filter(({ data }) => data.asked > 1).length;
    };
    fc.assert(fc.property(fc.gen(), holds), { numRuns: SCHEDULES, endOnFailure: true });
    expect(statuses).toEqual(new Set(['ok', 'error', 'cancelled']));
    expect(Math.min(resumed, askedAgain, suspended)).toBeGreaterThan(100);
  });
});
