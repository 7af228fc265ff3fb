import { DELEGATE_TOOL, MOST_DELEGATES, mostAsks, type EventData, type Fact } from '@arbiter/contracts';
import fc from 'fast-check';
import {
  CHIEF,
  DELEGATING,
  DelegationStory,
  LOOKUP,
  REFUND,
  TICKET,
  delegateOf,
  delegation,
  lookup,
  type Answer,
} from '../fixtures/delegation-story';

const answering = (...answers: readonly Answer[]) => new DelegationStory((ask) => answers[ask - 1] ?? null);
const profileOf = (name: string) => DELEGATING.agents!.find(({ agent }) => agent === name)!;
const ended = (story: DelegationStory) => story.named('agent.completed', CHIEF)[0]!.data;

describe('an agent that delegates', () => {
  it('has an agent of that profile do it, which has the tools that both have and it was forwarded (CP-04, CP-05)', () => {
    const story = answering({ call: delegation('clerk', [LOOKUP, REFUND, TICKET, 'no such tool']) }).play();
    const [opened] = story.named('agent.opened', delegateOf(1));
    expect(opened!.data).toMatchObject({
      wish: 'Look.',
      task: { profile: 'clerk', tools: [LOOKUP] },
      withheld: [REFUND, TICKET],
    });
    expect(ended(story)).toMatchObject({
      end: 'no_answer',
      calls: [{ path: [1], tool: DELEGATE_TOOL, status: 'completed', delegate: { profile: 'clerk' } }],
    });
  });

  it('says again what its delegate found, and each call has its place (PR-05)', () => {
    const answer = { words: 'The order costs 49.90.' };
    const story = answering(
      { call: delegation('clerk', [LOOKUP]) },
      { call: lookup('1003') },
      { call: lookup('1004') },
      answer,
      answer,
    ).play();
    const said = story.named('agent.completed', delegateOf(1))[0]!.data.words;
    expect(ended(story)).toMatchObject({ words: said, calls: [[1], [1, 1], [1, 2]].map((path) => ({ path })) });
    expect(said).toContain('49.9');
  });

  it('is refused a delegation of which no tool is left, and of an agent that it may not delegate to (CP-06)', () => {
    const story = answering(
      { call: delegation('clerk', [REFUND]) },
      { call: delegation('reader', [LOOKUP]) },
      { call: delegation('clerk', []) },
    ).play();
    expect(story.named('agent.opened').length).toBe(1);
    expect(story.named('agent.call_refused').map(({ data }) => [data.why, data.withheld])).toEqual([
      ['no_skills', [REFUND]],
      ['invalid_arguments', undefined],
      ['no_skills', undefined],
    ]);
  });

  it('gives on what is left of its own budget, and pays for it (G8)', () => {
    const tokens = 20_000;
    const story = answering(
      { call: lookup('1001'), tokens },
      { call: delegation('clerk', [LOOKUP]), tokens },
      { call: lookup('1002'), tokens },
    ).play();
    expect(story.named('agent.opened', delegateOf(2))[0]!.data.task.budget).toMatchObject({
      cycles: 3,
      tokens: 10_000,
    });
    expect(story.named('agent.asked', CHIEF).at(-1)!.data.final).toBe('tokens');
    expect(ended(story).spent.tokens).toBe(3 * tokens + 200);
  });

  it('has no room for a delegate that could make no call', () => {
    const calls = ['1001', '1002', '1003', '1004'].map((number) => ({ call: lookup(number) }));
    const story = answering(...calls, { call: delegation('clerk', [LOOKUP]) }).play();
    expect(story.named('agent.call_refused')[0]!.data.why).toBe('no_room');
  });

  it('is delegated to in its turn, and no deeper', () => {
    const story = answering(
      { call: delegation('clerk', [LOOKUP]) },
      { call: delegation('reader', [LOOKUP]) },
      { call: delegation('clerk', [LOOKUP]) },
      { call: lookup('1001') },
    ).play();
    expect(story.named('agent.opened', delegateOf(1, 1))[0]!.data.task).not.toHaveProperty('delegates');
    expect(story.named('agent.call_refused')[0]!.data).toMatchObject({ why: 'unknown_tool', delegation: [1, 1] });
    expect(story.verdicts.map(({ verdict }) => verdict)).toEqual(['allow']);
    expect(ended(story).calls.map(({ path }) => path)).toEqual([[1], [1, 1], [1, 1, 1]]);
  });

  it('that is cancelled ends after its delegate, which is cancelled too (G7)', () => {
    const story = new DelegationStory(
      (ask) => (ask === 1 ? { call: delegation('clerk', [LOOKUP]) } : null),
      (ask) => ask === 2,
    ).play();
    story.cancel(CHIEF);
    const ends = story.named('agent.completed').map(({ data }) => [data.delegation, data.end]);
    expect(ends).toEqual([
      [undefined, 'cancelled'],
      [[1], 'cancelled'],
    ]);
    expect(ended(story).calls).toMatchObject([{ path: [1], status: 'cancelled' }]);
  });
});

const anyAnswer: fc.Arbitrary<Answer> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      call: fc
        .tuple(
          fc.constantFrom('clerk', 'cashier', 'reader', 'chief'),
          fc.subarray([LOOKUP, REFUND, TICKET, 'shop.mail.send', '"; drop']),
          fc.constantFrom('Look.', 'Pay.', ''),
        )
        .map(([profile, forwarded, wish]) => delegation(profile, forwarded, wish)),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ call: fc.constantFrom('1001', '1002', '1003', '1004', '1005', '1006').map(lookup) }),
  },
  fc.record({ call: fc.constant({ tool: REFUND, args: { orderNumber: '1001', amount: 5 } }) }),
  fc.record({ call: fc.constant({ tool: TICKET, args: { summary: 'x' } }), tokens: fc.constant(30_000) }),
  fc.record({ words: fc.constantFrom('', 'Done.', 'I have refunded 1003.') }),
);

describe('agents and their delegates, whatever models answer', () => {
  it('keep G3 to G5 and G8 together, and the gate proves each of their calls (AG-13)', () => {
    let delegates = 0;
    fc.assert(
      fc.property(fc.array(anyAnswer, { minLength: 4, maxLength: 24 }), (answers) => {
        const story = answering(...answers).play();
        const { budget } = story.named('agent.opened', CHIEF)[0]!.data.task;
        const opened = story.named('agent.opened');
        expect(story.named('agent.completed').length).toBe(opened.length);
        // G3
        expect(story.asks).toBeLessThanOrEqual(mostAsks(budget, true));
        // G4
        const calls = story.named('action.requested');
        const made = story.named('agent.requested').length;
        expect(calls.length + made).toBeLessThanOrEqual(budget.cycles);
        // G5
        expect(story.named('agent.call_refused').length).toBeLessThanOrEqual(budget.refusals + 1);
        // G8
        for (const { data } of opened) {
          const profile = profileOf(data.task.profile);
          expect(profile.tools).toEqual(expect.arrayContaining(data.task.tools));
          expect(profileOf('chief').tools).toEqual(expect.arrayContaining(data.task.tools));
        }
        const spent = ended(story).spent;
        expect(spent.tokens).toBe(story.named('agent.answered').reduce((sum, { data }) => sum + data.tokens, 0));
        for (const { verdict } of story.verdicts) expect(verdict).not.toBe('deny');
        delegates += made;
      }),
      { numRuns: 2_000 },
    );
    expect(delegates).toBeGreaterThan(500);
  });
});

describe('a call of a delegate at the gate (AG-13)', () => {
  const story = answering({ call: delegation('clerk', [LOOKUP]) }, { call: lookup('1003') }).play();
  const [call] = story.named('action.requested');
  const altered =
    (name: Fact['name'], change: (data: EventData<'agent.requested'>) => object) => (facts: readonly Fact[]) =>
      facts.map((fact) =>
        fact.name === name ? ({ ...fact, data: change(fact.data as EventData<'agent.requested'>) } as Fact) : fact,
      );
  const judged = (change: (facts: readonly Fact[]) => readonly Fact[]) => story.judge(call!.data, change);

  it('is allowed as it stands', () => {
    expect(judged((facts) => facts).verdict).toBe('allow');
  });

  it.each<[string, (facts: readonly Fact[]) => readonly Fact[]]>([
    ['no delegation', (facts) => facts.filter(({ name }) => name !== 'agent.requested')],
    ['no answer that wants the delegation', (facts) => facts.filter(({ name }) => name !== 'agent.answered')],
    [
      'a delegation with further tools',
      altered('agent.requested', (data) => ({ ...data, task: { ...data.task, tools: [LOOKUP, REFUND] } })),
    ],
    [
      'a delegation with a larger budget',
      altered('agent.requested', ({ task, ...data }) => ({
        ...data,
        task: { ...task, budget: { ...task.budget, cycles: 5 } },
      })),
    ],
    [
      'a delegation to another version',
      altered('agent.requested', (data) => ({ ...data, task: { ...data.task, version: '2.0.0' } })),
    ],
    ['a delegation of another place', altered('agent.requested', (data) => ({ ...data, delegation: [2] }))],
  ])('is refused with %s', (_, change) => {
    expect(judged(change)).toMatchObject({ verdict: 'deny', code: 'origin_unproven' });
  });

  it('is refused to a delegate that was not forwarded the tool, though its delegator has it', () => {
    const { origin, ...refund } = call!.data;
    expect(story.judge({ ...refund, origin, tool: REFUND, args: { orderNumber: '1003', amount: 5 } })).toMatchObject({
      verdict: 'deny',
      code: 'origin_unproven',
    });
  });

  it(`is refused to the delegates of an agent after the ${MOST_DELEGATES}th`, () => {
    const many = answering(
      ...Array.from({ length: 6 }, (_, index) => ({ call: delegation('clerk', [LOOKUP], `Look ${index}.`) })).flatMap(
        (asked) => [asked, { words: 'Nothing.' }],
      ),
    ).play();
    expect(many.named('agent.requested').length).toBe(MOST_DELEGATES);
    expect(many.named('agent.call_refused').map(({ data }) => data.why)).toContain('no_room');
  });
});
