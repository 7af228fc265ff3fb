import { asRead } from '../../testing/as-read';
import { askingStory, CHECKS, comesIn, isPlanned, isUnderstood, ofAction, orderStory, PERSONAL, requestsAction, unknownStory } from '../../testing/order-story';
import { History } from '../../testing/recorded';
import { sessionMemoryFold, type SessionMemory } from '../folds/session-memory';
import { stagesOf, type SessionlessStage } from './stages-of';
import { STAGES } from './telemetry-event';

/** History in, stages out. */
function stagesIn(history: History): readonly SessionlessStage[] {
  const memories = new Map<string, SessionMemory | null>();
  return asRead(history.events).flatMap((event) => {
    const id = sessionMemoryFold.keyOf(event)?.join('/') ?? '';
    const memory = memories.get(id) ?? null;
    memories.set(id, sessionMemoryFold.evolve(memory, event));
    return stagesOf(event, memory);
  });
}

const payloadsIn = (history: History) => stagesIn(history).map(({ stage, payload }) => [stage, payload]);
const begun = () => requestsAction(isPlanned(isUnderstood(comesIn(new History(), 's-1', 'r1'), 's-1', 'r1'), 's-1', 'r1'), 's-1', 'r1');

describe('the eight stages', () => {
  it('follow each other in their order, with their payloads (TL-01 to TL-07)', () => {
    const history = orderStory(new History(), 's-1', 'r1');
    expect(stagesIn(history).map(({ stage }) => stage)).toEqual(STAGES);
    expect(payloadsIn(history)).toEqual([
      ['received', { memory: { history_count: 1, params_keys: [], waiting_for_param: null } }],
      ['intents_eligible', { eligible: ['order_status', 'refund_order'] }],
      ['intent_classified', { intent_id: 'order_status', redacted_params: [] }],
      ['plan_created', { intent_id: 'order_status', steps: ['tool_call', 'respond'] }],
      ['plan_communicated', { message: '[redacted]' }],
      ['policy_check', { allowed: true, reasons: ['reading is free'] }],
      ['tool_execute', { ok: true, tool: 'shop.order.get' }],
      ['respond', { message: '[redacted, 25 bytes]' }],
    ]);
  });

  it('belong to their run, at the time of their fact (TL-02)', () => {
    const [first] = stagesIn(orderStory(new History(), 's-1', 'r1'));
    expect(first).toEqual({ timestamp: '2026-03-02T10:00:00.000Z', interaction_id: 'r1', stage: 'received', level: 'info', payload: expect.anything() });
  });

  it.each([['after', 0], ['before', -1]])('end with what is waited for, and the next message finds it remembered, %s its thread took it over', (_, without) => {
    const history = askingStory(new History(), 's-1', 'r1');
    const late = history.events.splice(history.events.length + without);
    comesIn(history, 's-1', 'r2', '1002');
    history.events.push(...late);
    const payloads = payloadsIn(history);
    expect(payloads.slice(-2)).toEqual([
      ['respond', { message: '[redacted, 18 bytes]', waiting_for_param: 'orderNumber' }],
      ['received', { memory: { history_count: 2, params_keys: [], waiting_for_param: 'orderNumber' } }],
    ]);
  });

  it('say that an intent is unknown and that the reply is a fallback (CL-03, CL-06)', () => {
    expect(payloadsIn(unknownStory(new History(), 's-1', 'r1')).map(([stage, payload]) => [stage, payload])).toEqual([
      ['received', expect.anything()],
      ['intent_classified', { intent_id: null, unknown_intent: true }],
      ['plan_created', { intent_id: null, steps: ['respond'] }],
      ['respond', { message: expect.stringMatching(/^\[redacted, \d+ bytes\]$/), fallback: true, unknown_intent: true }],
    ]);
  });

  it('show a refusal as a warning with its reasons, and no execution', () => {
    const checks = { ...CHECKS, allowed: false, reasons: ['not in scope'] };
    const history = begun().add('action.denied', 'r1.lookup', { ...ofAction('r1'), checks, code: 'out_of_scope', reason: 'not in scope' });
    expect(stagesIn(history).at(-1)).toMatchObject({ stage: 'policy_check', level: 'warn', payload: { allowed: false, reasons: ['not in scope'] } });
  });

  it('check an action once, however often it is dispatched', () => {
    const dispatch = (attempt: number) => ({
      ...ofAction('r1'), attempt, sendBy: '2026-03-02T10:01:00.000Z', idempotencyKey: 'k', planHash: 'plan-r1', artifacts: 'bundle', request: {}, checks: attempt === 1 ? { ...CHECKS, reasons: [] } : null, keyExpiresAt: null,
    });
    const history = begun().add('action.dispatched', 'r1.lookup', dispatch(1)).add('action.dispatched', 'r1.lookup', dispatch(2))
      .add('action.unknown', 'r1.lookup', { ...ofAction('r1'), attempt: 2, code: 'connection_lost', reason: 'nobody knows', completedAt: '2026-03-02T10:00:50.000Z' });
    expect(payloadsIn(history).slice(5)).toEqual([['policy_check', { allowed: true }], ['tool_execute', { ok: false, tool: 'shop.order.get' }]]);
  });

  it('hold nothing personal', () => {
    const text = JSON.stringify(stagesIn(unknownStory(askingStory(orderStory(new History(), 's-1', 'r1'), 's-1', 'r2'), 's-1', 'r3')));
    for (const personal of PERSONAL) expect(text).not.toContain(personal);
  });
});
