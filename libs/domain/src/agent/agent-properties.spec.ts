import { isIgnored, mostAsks, type Fact } from '@arbiter/contracts';
import fc from 'fast-check';
import {
  AGENT_BUNDLE,
  TASK,
  brought,
  cancelWanted,
  failedCall,
  heard,
  pauseWanted,
  resumeWanted,
  wanted,
} from '../fixtures/agent-story';
import { BAD_MODELS, LIES, answersOf, anyBadAnswer } from '../fixtures/bad-models';
import { ORDER } from '../prose/fixtures/order-ground';
import { contextOf } from '../specification';
import { agentDecider } from './agent-decider';
import type { AgentAnswer, AgentInput } from './agent-inputs';
import type { Agent } from './agent-state';

/** A day on which what is said of order 1002 is false. */
const now = '2026-11-23T10:00:00.000Z';
const context = contextOf(AGENT_BUNDLE, { stream: 'agent-shop-run-1.find', now });

const move = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('answer' as const), answer: anyBadAnswer }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constantFrom('outcome', 'failed_outcome') }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constantFrom('pause', 'resume', 'wrong_resume', 'due', 'stop', 'again') }),
  },
);
type Move = { readonly kind: string; readonly answer?: AgentAnswer };

function inputOf({ kind, answer }: Move, agent: Agent, facts: readonly Fact[]): AgentInput {
  const asks = agent.stage === 'open' ? agent.asks : 1;
  const calls = agent.stage === 'open' ? agent.calls.length : 1;
  switch (kind) {
    case 'answer':
      return { name: 'agent.heard', ask: asks, asked: 1, answer: answer! };
    case 'outcome':
      return brought(calls, ORDER);
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
  let agent = agentDecider.initial();
  for (const input of [wanted(), ...moves]) {
    const decision = agentDecider.decide(agent, 'name' in input ? input : inputOf(input, agent, facts), context);
    if (isIgnored(decision)) continue;
    facts.push(...decision);
    agent = decision.reduce(agentDecider.evolve, agent);
  }
  return facts;
}

const named = <N extends Fact['name']>(facts: readonly Fact[], name: N) =>
  facts.filter((fact): fact is Extract<Fact, { name: N }> => fact.name === name);

/** What is shown of a model's words: those before a call, and the answer. */
const shownIn = (facts: readonly Fact[]): readonly string[] => [
  ...named(facts, 'agent.answered').map(({ data }) => data.said),
  ...named(facts, 'agent.completed').map(({ data }) => data.words),
];

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
});

describe('an agent whose model', () => {
  const answered = (answers: readonly AgentAnswer[], outcome: 'outcome' | 'failed_outcome') =>
    play(answers.flatMap((answer) => [{ kind: 'answer', answer }, { kind: outcome }]));

  describe.each(Object.entries(BAD_MODELS))('%s', (_, model) => {
    it('ends within its formula, and calls no more than it may (TP-13)', () => {
      const outcome = fc.constantFrom('outcome', 'failed_outcome');
      fc.assert(
        fc.property(answersOf(model), outcome, (answers, end) => {
          const facts = answered(answers, end);
          expect(facts.at(-1)!.name).toBe('agent.completed');
          expect(named(facts, 'agent.asked').length).toBeLessThanOrEqual(mostAsks(TASK.budget));
          expect(named(facts, 'action.requested').length).toBeLessThanOrEqual(model.mostCalls);
        }),
        { numRuns: 300 },
      );
    });

    it('shows nothing that is unfounded (PR-05)', () => {
      fc.assert(
        fc.property(answersOf(model), (answers) => {
          for (const shown of shownIn(answered(answers, 'outcome'))) {
            expect(LIES.filter((lie) => shown.includes(lie))).toEqual([]);
            expect(shown.length).toBeLessThan(10_000);
          }
        }),
        { numRuns: 200 },
      );
    });
  });

  it('changes its kind with each answer ends within its formula too (TP-13)', () => {
    fc.assert(
      fc.property(answersOf({ answer: anyBadAnswer }), (answers) => {
        const facts = answered(answers, 'outcome');
        expect(facts.at(-1)!.name).toBe('agent.completed');
        for (const shown of shownIn(facts)) expect(LIES.filter((lie) => shown.includes(lie))).toEqual([]);
      }),
      { numRuns: 1_000 },
    );
  });
});
