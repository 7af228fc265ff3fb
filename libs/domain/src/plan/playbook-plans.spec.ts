import { isIgnored, type EventData, type Fact, type PlaybookProposal, type Recorded } from '@arbiter/contracts';
import fc from 'fast-check';
import { playbookBundle, reminder, reminderRequest } from '../fixtures/playbook-bundle';
import { contextOf, given, incoming } from '../specification';
import { planDecider } from './plan-decider';
import { streamsForPlan, type DraftAnswered, type PlanEvent, type PlanInput } from './plan-inputs';
import type { PlanState } from './state/plan-state';

const request = (requestId = 'run-1', changes: Partial<EventData<'run.requested'>> = {}) =>
  incoming('run.requested', reminderRequest({ requestId, ...changes }));
const story = () => given(planDecider, contextOf(playbookBundle)).facts();
const answered = (plan: PlaybookProposal = reminder, attempt = 1, model = 'large'): DraftAnswered => ({
  name: 'draft.answered',
  question: 1,
  attempt,
  asked: 1,
  proposal: { kind: 'plan', plan, provider: 'somebody', model },
});
const awaitedBy = (requestId: string) =>
  incoming('plan.awaited', story().when(request(requestId)).fact('plan.awaited'));
const wrong: PlaybookProposal = { ...reminder, over: 'orders' };

describe('a run of a playbook', () => {
  it('waits at the key of its plan, and takes what stands there, compiled with its own artifacts', () => {
    const awaiting = story().when(request()).thenNamed('plan.awaited');
    const { planKey } = awaiting.fact('plan.awaited');
    expect(streamsForPlan(awaitedBy('run-1'))).toEqual([`plan-shop-key.${planKey}`]);
    const accepted = awaiting.when(incoming('plan.cache_hit', { planKey, requestId: 'run-1', proposal: reminder }));
    expect(accepted.thenNamed('plan.accepted').fact('plan.accepted')).toMatchObject({
      requestId: 'run-1',
      drawnUp: { planKey, cache: 'hit', proposal: reminder },
      plan: { template: 'playbook.reminders', templateVersion: '1.2.0' },
    });
    accepted
      .when(incoming('plan.cache_hit', { planKey, requestId: 'run-1', proposal: reminder }))
      .thenIgnored('not_awaiting');
  });

  it('is planned once, however often it is asked for (PL-27)', () => {
    story().when(request()).when(request()).thenIgnored('already_planned');
  });

  it('is refused when its playbook is not switched on', () => {
    const other = request('run-1', { instance: { playbook: 'others', day: '2026-03-02' } });
    expect(story().when(other).fact('plan.rejected').reason).toBe('unknown_playbook');
  });

  it('is refused when what stands at the key does not compile for its tenant', () => {
    const awaiting = story().when(request());
    const { planKey } = awaiting.fact('plan.awaited');
    const refused = awaiting.when(incoming('plan.cache_hit', { planKey, requestId: 'run-1', proposal: wrong }));
    expect(refused.fact('plan.rejected')).toMatchObject({ reason: 'invalid_plan' });
    awaiting
      .when(incoming('plan.cache_hit', { planKey: '0'.repeat(64), requestId: 'run-1', proposal: reminder }))
      .thenIgnored('another_key');
  });
});

describe('a key', () => {
  const atKey = (...requestIds: readonly string[]) =>
    requestIds.reduce((at, requestId) => at.when(awaitedBy(requestId)), story());

  it('asks a model once, for all who wait (PL-13, PL-14)', () => {
    const waiting = atKey('run-1', 'run-2').thenNamed('plan.draft_awaited');
    waiting.when(awaitedBy('run-2')).thenIgnored('already_waiting');
    const { requestIds, modelCalls, proposal } = waiting.when(answered()).fact('plan.drawn_up');
    expect({ requestIds, modelCalls, proposal }).toEqual({
      requestIds: ['run-1', 'run-2'],
      modelCalls: 1,
      proposal: reminder,
    });
  });

  it('asks no model once a plan is stored there', () => {
    const known = atKey('run-1').when(answered()).when(awaitedBy('run-3'));
    expect(known.thenNamed('plan.cache_hit').fact('plan.cache_hit')).toMatchObject({ requestId: 'run-3' });
    known.when(awaitedBy('run-3')).thenIgnored('already_answered');
    known.when(awaitedBy('run-1')).thenIgnored('already_answered');
  });

  it('tells a model what the compiler said, once', () => {
    const again = atKey('run-1').when(answered(wrong));
    expect(again.fact('plan.draft_requested')).toMatchObject({
      attempt: 2,
      wrong: [expect.stringContaining('over (readsExist): goes through orders')],
    });
    again.when(answered(reminder, 1)).thenIgnored('not_asked');
    expect(again.when(answered(reminder, 2)).fact('plan.drawn_up').modelCalls).toBe(2);
    expect(again.when(answered(wrong, 2)).fact('plan.draft_failed')).toMatchObject({
      reason: 'refused_by_compiler',
      waiting: [{ requestId: 'run-1', pauses: 0 }],
    });
  });

  it('does not ask again where no model was asked', () => {
    expect(
      atKey('run-1')
        .when(answered(reminder, 1, 'reference-plan'))
        .fact('plan.drawn_up').modelCalls,
    ).toBe(0);
    atKey('run-1')
      .when(answered(wrong, 1, 'reference-plan'))
      .thenNamed('plan.draft_failed');
  });

  it('asks again when no answer comes, gives up in the end, and asks for the next run that needs a plan', () => {
    const due = { name: 'due', key: 'draft' } as const;
    const again = atKey('run-1').when(due);
    expect(again.fact('plan.draft_requested')).toMatchObject({ attempt: 1, asked: 2 });
    again.when(answered()).thenNamed('plan.drawn_up');
    const late = again.when(due).when(due).when(due).when(due).thenNamed('plan.draft_failed');
    late.when({ name: 'due', key: 'draft' }).thenIgnored('not_asked');
    late.when(answered()).thenIgnored('not_asked');
    late.when(awaitedBy('run-2')).thenNamed('plan.draft_requested');
    const failed: DraftAnswered = {
      name: 'draft.answered',
      question: 1,
      attempt: 1,
      asked: 1,
      proposal: { kind: 'failure', code: 'no_provider', message: 'none' },
    };
    expect(atKey('run-1').when(failed).fact('plan.draft_failed').reason).toBe('no_provider');
    again.when(failed).thenIgnored('asked_again');
    again.when({ ...failed, asked: 2 }).thenNamed('plan.draft_failed');
    again.when(answered()).thenNamed('plan.drawn_up');
  });

  it('is asked again six seconds after its timer was put off the last time, and then after twice as long each time', () => {
    const due = { name: 'due', key: 'draft' } as const;
    let story = atKey('run-1');
    const lapses = [1, 2, 3, 4, 5].map(() => {
      const { deadline } = story.fact('plan.draft_requested');
      const [timer] = planDecider.due!(story.decided[0]!);
      story = story.when(due);
      return [timer!.key, 60_000 - (Date.parse(deadline) - Date.parse(timer!.at!))];
    });
    expect(lapses).toEqual([6_000, 12_000, 24_000, 48_000, 48_000].map((milliseconds) => ['draft', milliseconds]));
  });
});

/** Streams, and a bus that doubles, delays and mixes up what it carries. */
class World {
  readonly facts: { readonly stream: string; readonly fact: Fact }[] = [];
  private readonly states = new Map<string, PlanState>();
  readonly messages: PlanEvent[] = [];
  private readonly asked: { readonly stream: string; readonly attempt: number }[] = [];

  step(choice: number): void {
    const rest = Math.floor(choice / 3);
    if (choice % 3 === 0 && this.asked.length > 0) {
      const { stream, attempt } = this.asked[rest % this.asked.length]!;
      this.take(stream, answered(rest % 5 === 0 ? wrong : reminder, attempt));
    } else if (this.messages.length > 0) {
      const event = this.messages[rest % this.messages.length]!;
      for (const stream of streamsForPlan(event)) this.take(stream, event);
    }
  }

  private take(stream: string, input: PlanInput): void {
    const state = this.states.get(stream) ?? planDecider.initial();
    const decision = planDecider.decide(state, input, contextOf(playbookBundle, { stream }));
    for (const fact of isIgnored(decision) ? [] : decision) {
      this.facts.push({ stream, fact });
      this.states.set(stream, planDecider.evolve(this.states.get(stream) ?? planDecider.initial(), fact));
      if (fact.name === 'plan.draft_requested') this.asked.push({ stream, attempt: fact.data.attempt });
      if (['plan.awaited', 'plan.cache_hit', 'plan.drawn_up', 'plan.draft_failed'].includes(fact.name))
        this.messages.push(incoming(fact.name, fact.data as never) as Recorded as PlanEvent);
    }
  }
}

it('P1 to P3: in any order and doubled, each run gets one plan, and no more than one draft is asked for at a time', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(9_999), { minLength: 30, maxLength: 120 }), (choices) => {
      const world = new World();
      for (const run of ['run-1', 'run-2', 'run-3']) world.messages.push(request(run));
      for (const choice of choices) world.step(choice);
      for (let round = 0; round < 6; round += 1)
        for (let choice = 0; choice < 90; choice += 1) world.step(choice * 3 + 1);
      const decided = world.facts.filter(({ fact }) => fact.name === 'plan.accepted' || fact.name === 'plan.rejected');
      expect(new Set(decided.map(({ stream }) => stream)).size).toBe(decided.length);
      const atKey = world.facts
        .map(({ fact }) => fact.name)
        .filter((name) => /draft_requested|drawn_up|draft_failed/.test(name));
      let open = 0;
      for (const name of atKey) {
        open = name === 'plan.draft_requested' ? open + 1 : 0;
        expect(open).toBeLessThanOrEqual(2);
      }
      expect(atKey.filter((name) => name === 'plan.drawn_up').length).toBeLessThanOrEqual(1);
      const named = world.facts.flatMap(({ fact }) => {
        if (fact.name === 'plan.cache_hit') return [fact.data.requestId];
        if (fact.name === 'plan.draft_failed') return fact.data.waiting.map(({ requestId }) => requestId);
        return fact.name === 'plan.drawn_up' ? fact.data.requestIds : [];
      });
      expect(new Set(named).size).toBe(named.length);
    }),
    { numRuns: 200, seed: 7 },
  );
});
