import { isIgnored, mostAsks, type Fact } from '@arbiter/contracts';
import fc from 'fast-check';
import {
  AGENT_BUNDLE,
  TASK,
  brought,
  cancelWanted,
  failedCall,
  heard,
  order,
  pauseWanted,
  resumeWanted,
  wanted,
} from '../fixtures/agent-story';
import { contextOf } from '../specification';
import { agentDecider } from './agent-decider';
import type { AgentInput } from './agent-inputs';
import type { Agent } from './agent-state';

const context = contextOf(AGENT_BUNDLE, { stream: 'agent-shop-run-1.find' });

/** Models that never stop, repeat themselves, call what they do not have, and lie. */
const answer = fc.oneof(
  fc.record({
    call: fc.constantFrom('1001', '1002', ' 1001', '1003', '1004', '1005').map(order),
    ignoredCalls: fc.nat(49),
  }),
  fc.record({
    call: fc.constantFrom({ tool: 'shop.mail.send', args: { text: 'all' } }, { tool: 'shop.order.get', args: null }),
  }),
  fc.record({ words: fc.constantFrom('', ' ', 'Done.', 'x'.repeat(10_000)) }),
  fc.record({ call: fc.constant(order('1001')), tokens: fc.constant(90_000) }),
);
const move = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('answer' as const), answer }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constantFrom('outcome', 'failed_outcome') }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constantFrom('pause', 'resume', 'wrong_resume', 'due', 'stop', 'again') }),
  },
);
type Move = { readonly kind: string; readonly answer?: object };

function inputOf({ kind, answer: said }: Move, agent: Agent, facts: readonly Fact[]): AgentInput {
  const asks = agent.stage === 'open' ? agent.asks : 1;
  const calls = agent.stage === 'open' ? agent.calls.length : 1;
  switch (kind) {
    case 'answer':
      return heard(asks, said ?? {});
    case 'outcome':
      return brought(calls, { total: 1 });
    case 'failed_outcome':
      return failedCall(calls);
    case 'pause':
      return pauseWanted();
    case 'resume':
      return resumeWanted(agent.stage === 'open' ? agent.place.phaseIndex + 1 : 2);
    case 'wrong_resume':
      return resumeWanted(99);
    case 'due':
      return { name: 'due', key: 'ask' };
    case 'stop':
      return cancelWanted();
    default:
      return facts.length === 0 ? wanted() : heard(Math.max(1, asks - 1), {});
  }
}

function play(moves: readonly Move[]): readonly Fact[] {
  const facts: Fact[] = [];
  for (const input of [wanted(), ...moves]) {
    const agent = facts.reduce(agentDecider.evolve, agentDecider.initial());
    const decision = agentDecider.decide(agent, 'name' in input ? input : inputOf(input, agent, facts), context);
    if (!isIgnored(decision)) facts.push(...decision);
  }
  return facts;
}

const named = <N extends Fact['name']>(facts: readonly Fact[], name: N) =>
  facts.filter((fact): fact is Extract<Fact, { name: N }> => fact.name === name);

describe('an agent, whatever a model, a person or the network does', () => {
  it('keeps G1 to G7', () => {
    fc.assert(
      fc.property(fc.array(move, { maxLength: 40 }), (moves) => {
        const facts = play(moves);
        const { budget } = TASK;
        // G1
        expect(named(facts, 'agent.opened').length).toBeLessThanOrEqual(1);
        const ends = named(facts, 'agent.completed');
        expect(ends.length).toBeLessThanOrEqual(1);
        if (ends.length === 1) expect(facts.at(-1)).toBe(ends[0]);
        // G3
        const asks = named(facts, 'agent.asked');
        expect(Math.max(0, ...asks.map(({ data }) => data.ask))).toBeLessThanOrEqual(mostAsks(budget));
        // G4
        const calls = named(facts, 'action.requested');
        expect(calls.length).toBeLessThanOrEqual(budget.cycles);
        expect(new Set(calls.map(({ data }) => data.idempotencyKey)).size).toBe(calls.length);
        for (const { data } of calls) expect(TASK.tools).toContain(data.tool);
        // G5
        expect(named(facts, 'agent.call_refused').length).toBeLessThanOrEqual(budget.refusals + 1);
        // G6
        facts.forEach((fact, index) => {
          if (fact.name === 'agent.paused') expect(facts[index - 1]!.name).toBe('agent.call_ended');
        });
        // G7
        const stop = facts.findIndex(({ name }) => name === 'action.cancel_requested');
        if (stop >= 0) expect(named(facts.slice(stop), 'agent.asked')).toEqual([]);
        // EV-10
        const places = asks.map(({ data: { place } }) => place.phaseIndex);
        expect(places).toEqual(places.toSorted((one, other) => one - other));
      }),
      { numRuns: 10_000 },
    );
  });

  it('ends within its formula when each question is answered and each call has its outcome (TP-13)', () => {
    fc.assert(
      fc.property(fc.array(answer, { minLength: 8, maxLength: 8 }), fc.boolean(), (answers, isFailing) => {
        const moves = answers.flatMap((said) => [
          { kind: 'answer', answer: said },
          { kind: isFailing ? 'failed_outcome' : 'outcome' },
        ]);
        expect(play(moves).at(-1)!.name).toBe('agent.completed');
      }),
      { numRuns: 2_000 },
    );
  });
});
