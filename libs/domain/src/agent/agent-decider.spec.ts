import { mostAsks } from '@arbiter/contracts';
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
import { contextOf, given } from '../specification';
import { agentDecider } from './agent-decider';

const context = contextOf(AGENT_BUNDLE, { stream: 'agent-shop-run-1.find' });
const begun = (...budget: Parameters<typeof wanted>) =>
  given(agentDecider, context)
    .facts()
    .when(wanted(...budget));
const looked = (number = '1001') => begun().when(heard(1, { call: order(number) }));
const A1 = { phase: 'tool_phase', phaseIndex: 1, cycleIndex: 1 };
const B1 = { phase: 'action_phase', phaseIndex: 2, cycleIndex: 1 };
const A2 = { phase: 'tool_phase', phaseIndex: 3, cycleIndex: 2 };
const B2 = { phase: 'action_phase', phaseIndex: 4, cycleIndex: 2 };

describe('the cycle of phases (TP-01)', () => {
  it('asks a model first, and is over when that answers without a call', () => {
    const asked = begun().thenNamed('agent.opened', 'agent.asked');
    expect(asked.fact('agent.asked')).toMatchObject({ place: A1, ask: 1, final: null });
    const end = asked.when(heard(1, { words: 'Hello.' })).thenNamed('agent.answered', 'agent.completed');
    expect(end.fact('agent.completed')).toMatchObject({ end: 'answered', words: 'Hello.', calls: [], asks: 1 });
    end.when(heard(1, { words: 'Hello again.' })).thenIgnored('agent_ended');
  });

  it('makes a call, reasons on its result, and makes the next in a phase of its own (TP-09)', () => {
    const first = looked().thenNamed('agent.answered', 'action.requested');
    expect(first.fact('action.requested')).toMatchObject({
      actionId: 'run-1.find.call.1',
      origin: { kind: 'agent_call', stepId: 'find', call: 1 },
      args: { orderNumber: '1001' },
      planHash: 'plan-1',
    });
    const reasoning = first.when(brought(1, { total: 20 })).thenNamed('agent.call_ended', 'agent.asked');
    expect(reasoning.fact('agent.call_ended')).toMatchObject({
      place: A1,
      call: 1,
      status: 'completed',
      result: { total: 20 },
    });
    expect(reasoning.fact('agent.asked')).toMatchObject({ place: B1, ask: 2 });
    const second = reasoning.when(heard(2, { call: order('1002') })).when(brought(2, { total: 30 }));
    expect(second.fact('agent.call_ended').place).toEqual(A2);
    expect(second.fact('agent.asked').place).toEqual(B2);
    const end = second.when(heard(3, { words: 'The total is 30.' })).fact('agent.completed');
    const called = { tool: 'shop.order.get', status: 'completed', code: null };
    expect(end).toMatchObject({
      end: 'answered',
      words: 'The total is 30.',
      place: B2,
      calls: [called, called],
      asks: 3,
    });
  });

  it('tells the model of a failed call as of any other (TP-11)', () => {
    const told = looked().when(failedCall(1)).thenNamed('agent.call_ended', 'agent.asked');
    expect(told.fact('agent.call_ended')).toMatchObject({ status: 'failed', code: 'not_found' });
  });

  it('makes only the first call of an answer, and records that there were more (TP-03, TP-04)', () => {
    const first = begun().when(heard(1, { call: order('1001'), ignoredCalls: 49 }));
    expect(first.thenNamed('agent.answered', 'action.requested').fact('agent.answered').ignoredCalls).toBe(49);
  });

  it('says personal values to their owner, and leaves them to the gate where they are sent (CX-03, AG-08)', () => {
    const personal = { '<EMAIL_7f3a90c1d2e4>': 'ada@example.org' };
    const call = { tool: 'arbiter.echo.say', args: { text: '<EMAIL_7f3a90c1d2e4>' } };
    const answer = begun().when(heard(1, { words: 'I write to <EMAIL_7f3a90c1d2e4>.', call, personal }));
    const { words, personal: recorded } = answer.fact('agent.answered');
    expect([words, recorded]).toEqual(['I write to ada@example.org.', personal]);
    expect(answer.fact('action.requested').args).toEqual(call.args);
  });

  it('lets a personal value fit where the token that stands for it would not (CX-03)', () => {
    const token = '<PHONE_7f3a90c1d2e4>';
    const callWith = (personal: Record<string, string>) =>
      begun().when(heard(1, { call: { tool: 'shop.order.get', args: { orderNumber: token } }, personal }));
    callWith({ [token]: '1001' }).thenNamed('agent.answered', 'action.requested');
    expect(callWith({}).fact('agent.call_refused').why).toBe('invalid_arguments');
  });

  it('hears neither a later outcome nor an answer to an earlier question', () => {
    const reasoning = looked().when(brought(1, {}));
    reasoning.when(brought(1, {})).thenIgnored('no_such_call');
    reasoning.when(heard(1, { words: 'late' })).thenIgnored('no_answer_is_awaited');
  });
});

describe('a call that is refused', () => {
  const reasoning = () => looked().when(brought(1, {}));

  it.each<[string, object]>([
    ['the same arguments', order('1001')],
    ['white space around them', order('  1001 ')],
    ['the number as a number of its text', order('1001.0')],
    ['nothing for an argument that it does not give', { ...order('1001'), args: { orderNumber: '1001', note: null } }],
  ])('is one that was made before, with %s (TP-07, TP-08)', (_, call) => {
    const again = reasoning().when(heard(2, { call: call as never }));
    again.thenNamed('agent.answered', 'agent.call_refused', 'agent.asked');
    expect(again.fact('agent.call_refused').why).toBe('duplicate');
    expect(again.fact('agent.asked')).toMatchObject({ place: B1, ask: 3, final: null });
  });

  it('is a look-up that was made before a change as well (TP-08)', () => {
    const change = { tool: 'arbiter.echo.do', args: { text: 'Change it.' } };
    const changed = begun({ tools: ['shop.order.get', change.tool] })
      .when(heard(1, { call: order('1001') }))
      .when(brought(1, {}))
      .when(heard(2, { call: change }))
      .when(brought(2, {}, change.tool));
    expect(changed.when(heard(3, { call: order('1001') })).fact('agent.call_refused').why).toBe('duplicate');
  });

  it('is one of a tool that it does not have, or whose arguments do not fit or cannot be read', () => {
    const whyOf = (call: object) =>
      begun()
        .when(heard(1, { call: call as never }))
        .fact('agent.call_refused').why;
    expect(whyOf({ tool: 'shop.refund.create', args: { orderNumber: '1001', amount: 20 } })).toBe('unknown_tool');
    expect(whyOf({ tool: 'shop.order.get', args: { order: '1001' } })).toBe('invalid_arguments');
    expect(whyOf({ tool: 'shop.order.get', args: null })).toBe('unreadable');
  });

  it('costs no cycle; the fourth forces the answer (TP-10)', () => {
    let story = reasoning();
    for (const ask of [2, 3, 4]) {
      story = story.when(heard(ask, { call: order('1001') }));
      expect(story.fact('agent.asked').final).toBeNull();
    }
    story = story.when(heard(5, { call: order('1001') }));
    expect(story.fact('agent.asked')).toMatchObject({ place: B1, ask: 6, final: 'refusals' });
    const end = story.when(heard(6, { call: order('1002') })).thenNamed('agent.answered', 'agent.completed');
    expect(end.fact('agent.completed')).toMatchObject({ end: 'no_answer' });
  });
});

describe('the budget of an agent (TP-05, TP-06)', () => {
  const used = () =>
    [1, 2, 3].reduce(
      (story, call) => story.when(heard(call, { call: order(`100${call}`) })).when(brought(call, {})),
      begun(),
    );

  it('has no room for a fourth call: the answer is due', () => {
    const fourth = used()
      .when(heard(4, { call: order('1004') }))
      .thenNamed('agent.answered', 'agent.asked');
    expect(fourth.fact('agent.asked')).toMatchObject({
      ask: 5,
      final: 'tool_budget',
      place: { phaseIndex: 6, cycleIndex: 3 },
    });
    const end = fourth.when(heard(5, { words: 'That is what I found.', call: order('1005') }));
    expect(end.fact('agent.completed')).toMatchObject({ end: 'answered', words: 'That is what I found.' });
    // The end of the agent says its words, which are therefore not those before a call.
    expect(end.fact('agent.answered')).toMatchObject({ call: null, ignoredCalls: 1 });
  });

  it('is over when its tokens are', () => {
    const asked = begun({ budget: { ...TASK.budget, tokens: 150 } })
      .when(heard(1, { call: order('1001'), tokens: 100 }))
      .when(brought(1, {}))
      .when(heard(2, { call: order('1002'), tokens: 100 }));
    expect(asked.thenNamed('agent.answered', 'agent.asked').fact('agent.asked').final).toBe('tokens');
  });

  it('is over when its time is', () => {
    const late = begun()
      .at('2026-03-02T10:10:00.000Z')
      .when(heard(1, { call: order('1001') }));
    expect(late.fact('agent.asked').final).toBe('seconds');
  });

  it('has a formula for the most questions it can cost', () => {
    expect(mostAsks(TASK.budget)).toBe(8);
  });
});

describe('a model that does not answer', () => {
  it('is asked again when its asker is gone, and given up in the end', () => {
    let story = begun();
    for (const asked of [2, 3, 4, 5]) {
      story = story.when({ name: 'due', key: 'ask' });
      expect(story.fact('agent.asked')).toMatchObject({ ask: 1, asked });
    }
    expect(story.when({ name: 'due', key: 'ask' }).fact('agent.completed')).toMatchObject({
      end: 'model_failed',
      code: 'timed_out',
    });
  });

  it('ends the agent when it failed, but not when it is asked once more', () => {
    const failure = { kind: 'failure', code: 'unavailable' } as const;
    const failed = { name: 'agent.heard', ask: 1, asked: 1, answer: failure } as const;
    expect(begun().when(failed).fact('agent.completed')).toMatchObject({ end: 'model_failed', code: 'unavailable' });
    begun().when({ name: 'due', key: 'ask' }).when(failed).thenIgnored('asked_again');
  });
});

describe('pause and resume (TP-17, TP-18)', () => {
  const paused = () =>
    looked()
      .when(pauseWanted())
      .when(brought(1, { total: 20 }));

  it('waits right after the outcome was recorded, and goes on exactly there', () => {
    expect(paused().thenNamed('agent.call_ended', 'agent.paused').fact('agent.paused').phaseIndex).toBe(2);
    const resumed = paused().when(resumeWanted(2)).thenNamed('agent.resumed', 'agent.asked');
    expect(resumed.fact('agent.asked')).toMatchObject({ place: B1, ask: 2 });
    resumed.when(resumeWanted(2)).thenIgnored('not_paused');
    paused().when(resumeWanted(3)).thenIgnored('another_phase');
    paused().when(pauseWanted()).thenIgnored('already_paused');
  });

  it('takes nothing of its time, and neither does its tool', () => {
    const later = paused().at('2026-03-02T18:00:00.000Z').when(resumeWanted(2));
    expect(later.fact('agent.asked').final).toBeNull();
    const slow = looked().at('2026-03-02T18:00:00.000Z').when(brought(1, {}));
    expect(slow.fact('agent.asked').final).toBeNull();
  });

  it('is not wanted again by the same wish, which may come twice', () => {
    const resumed = paused().when(resumeWanted(2));
    resumed.when(pauseWanted(1)).thenIgnored('already_paused');
    resumed.when(pauseWanted(2)).thenNamed('agent.pausing');
  });

  it('is for nothing when the agent ends before the next outcome', () => {
    const end = begun()
      .when(pauseWanted())
      .when(heard(1, { words: 'Hello.' }));
    expect(end.fact('agent.completed').end).toBe('answered');
  });
});

describe('a stop (TP-19)', () => {
  it('ends an agent that waits for a model or for a person', () => {
    expect(begun().when(cancelWanted()).fact('agent.completed').end).toBe('cancelled');
    const paused = looked().when(pauseWanted()).when(brought(1, {}));
    const end = paused.when(cancelWanted());
    expect(end.fact('agent.completed').end).toBe('cancelled');
    end.when(resumeWanted(2)).thenIgnored('agent_ended');
  });

  it('waits for the outcome of a call, which is asked not to happen', () => {
    const stopping = looked().when(cancelWanted()).thenNamed('action.cancel_requested');
    expect(stopping.fact('action.cancel_requested')).toMatchObject({
      actionId: 'run-1.find.call.1',
      tool: 'shop.order.get',
    });
    stopping.when(cancelWanted()).thenIgnored('already_cancelling');
    stopping.when(pauseWanted()).thenIgnored('already_cancelling');
    const end = stopping.when(brought(1, {})).thenNamed('agent.call_ended', 'agent.completed');
    expect(end.fact('agent.completed').end).toBe('cancelled');
  });

  it('that comes before the agent lets it never begin', () => {
    const never = given(agentDecider, context).facts().when(cancelWanted());
    expect(never.fact('agent.completed')).toMatchObject({ end: 'cancelled', asks: 0 });
    never.when(wanted()).thenIgnored('agent_ended');
  });
});
