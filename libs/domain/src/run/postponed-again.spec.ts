import { isIgnored, type Decider, type EventName, type Fact, type Grants, type Recorded } from '@arbiter/contracts';
import fc from 'fast-check';
import { playbookBundle, reminder, reminderRequest } from '../fixtures/playbook-bundle';
import { planDecider, streamsForPlan, type DraftAnswered, type PlanEvent } from '../plan';
import { contextOf, incoming } from '../specification';
import { runDecider } from './run-decider';
import { streamsForRun, type RunEvent } from './state/streams';

const ENOUGH = 6_000;
/** What it is given, pause by pause: the first time too little. */
const GIVEN = [3_000, ENOUGH];
const bundle = {
  ...playbookBundle,
  playbooks: playbookBundle.playbooks!.map((active) => ({
    ...active,
    definition: { ...active.definition, budgets: { run: { tokens: 900 } } },
  })),
};
const OF_PLAN: readonly EventName[] = [
  'run.requested',
  'plan.awaited',
  'plan.cache_hit',
  'plan.drawn_up',
  'plan.draft_failed',
  'run.continued',
];
const OF_RUN: readonly EventName[] = ['run.requested', 'plan.accepted', 'plan.postponed', 'instance.resumed'];

type Message = { readonly event: Recorded<EventName> } | { readonly stream: string; readonly answer: DraftAnswered };

/** A run, its plan and the key, and a bus that doubles, delays and mixes up what it carries, at any later time. */
class World {
  readonly facts: Fact[] = [];
  private readonly states = new Map<string, unknown>();
  readonly messages: Message[] = [{ event: incoming('run.requested', reminderRequest()) }];

  deliver(choice: number): void {
    const message = this.messages[choice % this.messages.length]!;
    if ('answer' in message) return this.take(planDecider, message.stream, message.answer);
    const { event } = message;
    if (OF_PLAN.includes(event.name))
      for (const stream of streamsForPlan(event as PlanEvent)) this.take(planDecider, stream, event as PlanEvent);
    if (OF_RUN.includes(event.name))
      for (const stream of streamsForRun(event as RunEvent)) this.take(runDecider, stream, event as RunEvent);
  }

  private take<S, I extends { readonly name: string }>(decider: Decider<S, I>, stream: string, input: I): void {
    const state = (this.states.get(stream) ?? decider.initial()) as S;
    const decision = decider.decide(state, input, contextOf(bundle, { stream }));
    if (isIgnored(decision)) return;
    this.states.set(stream, decision.reduce(decider.evolve, state));
    this.facts.push(...decision);
    for (const fact of decision)
      this.messages.push({ event: incoming(fact.name, fact.data as never) }, ...this.answersTo(stream, fact));
  }

  private answersTo(stream: string, fact: Fact): readonly Message[] {
    if (fact.name === 'plan.draft_requested') return [{ stream, answer: answered(fact.data) }];
    if (fact.name !== 'run.paused') return [];
    const { pause, runId } = fact.data;
    const granted = { tokens: GIVEN[pause - 1] ?? ENOUGH };
    return [
      { event: incoming('instance.resumed', { playbook: 'reminders', day: '2026-03-02', runId, pause, granted }) },
    ];
  }

  count = (name: EventName): number => this.facts.filter((fact) => fact.name === name).length;
}

interface Asked {
  readonly question: number;
  readonly attempt: number;
  readonly asked: number;
  readonly granted?: Grants;
}

const answered = ({ question, attempt, asked, granted }: Asked): DraftAnswered => ({
  name: 'draft.answered',
  question,
  attempt,
  asked,
  proposal:
    (granted?.tokens ?? 0) < ENOUGH
      ? { kind: 'failure', code: 'budget_exceeded', message: 'used up', budget: 'run' }
      : { kind: 'plan', plan: reminder, provider: 'somebody', model: 'large' },
});

it('P5, R10: however its messages come, a run pauses as often as it has too little, asks as often, and has its plan once', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(9_999), { minLength: 20, maxLength: 150 }), (choices) => {
      const world = new World();
      for (const choice of choices) world.deliver(choice);
      for (let round = 0; round < 20; round += 1)
        for (const index of Array.from(world.messages.keys())) world.deliver(index);
      const counted = [
        'plan.postponed',
        'run.paused',
        'run.continued',
        'plan.draft_requested',
        'plan.accepted',
        'run.planned',
      ] as const;
      expect(counted.map((name) => world.count(name))).toEqual([2, 2, 2, 3, 1, 1]);
    }),
    { numRuns: 200, seed: 96 },
  );
});
