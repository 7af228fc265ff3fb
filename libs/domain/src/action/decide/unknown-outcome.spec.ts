import { actionBundle } from '../../fixtures/action-bundle';
import { ACTION, actionRequested, approvalGiven, cancelRequested } from '../../fixtures/action-events';
import { honestActionDecider } from '../../fixtures/provenance';
import { answered } from '../../fixtures/tool-outcomes';
import { contextOf, given, incoming } from '../../specification';
import { actionDecider } from '../action-decider';
import type { ActionInput, LookFinished } from '../action-inputs';
import { lookEffect } from '../calls/look-effect';
import { MOST_LOOKS } from './looks';

const TICKET = { tool: 'shop.ticket.create', args: { summary: 'It leaks.' } };
const PLAIN = { tool: 'shop.refund_plain.create', args: { orderNumber: '1003', amount: 20 } };
const SEND = { name: 'due', key: 'send' } as const;
const LOOK = { name: 'due', key: 'look' } as const;
const LOST = { kind: 'ambiguous', code: 'connection_lost', reason: 'the connection failed' } as const;
const UNKNOWN_AT = '2026-03-02T11:00:00.000Z';

/** Dispatched, and interrupted as often as it may be tried. */
const unknown = (request: typeof TICKET | typeof PLAIN, bundle = actionBundle()) => {
  let story = given(honestActionDecider, contextOf(bundle))
    .facts()
    .when(actionRequested(request))
    .when({ name: 'place.granted', attempt: 1 });
  for (const attempt of request === TICKET ? [2, 3] : [])
    story = story.at(`2026-03-02T10:${attempt}0:00.000Z`).when(SEND).when({ name: 'place.granted', attempt });
  return story.at('2026-03-02T11:00:30.000Z').when(SEND).thenNamed('action.unknown');
};
const look = (finding: LookFinished['finding']): LookFinished => ({ name: 'look.finished', look: 1, finding });
const FOUND = { kind: 'found', result: { ticketId: 'T-1' } } as const;
const ABSENT = { kind: 'absent', etag: null, status: 200 } as const;
const SILENT = { kind: 'unavailable', code: 'vendor_unavailable', reason: 'x', retryAfterMilliseconds: null } as const;
const settlement = (outcome: 'done' | 'not_done') =>
  incoming('action.settlement_received', {
    actionId: ACTION.actionId,
    runId: ACTION.runId,
    sessionId: 'session-1',
    outcome,
    settledBy: 'operator',
    payloadHash: 'h',
    receivedAt: UNKNOWN_AT,
  });

describe('an unknown outcome whose vendor can be asked (EX-26)', () => {
  it("is looked up at growing pauses, and is a person's task after the last of them", () => {
    const begun = unknown(TICKET);
    expect(begun.fact('action.unknown').lookAt).toBe('2026-03-02T11:01:30.000Z');
    expect(actionDecider.due!(begun.decided[0]!)).toContainEqual({ key: 'look', at: '2026-03-02T11:01:30.000Z' });
    let [story, at, pause] = [begun, '2026-03-02T11:01:30.000Z', 0];
    for (let count = 1; count <= MOST_LOOKS; count += 1) {
      story = story.at(at).when(LOOK).thenNamed('action.look_requested');
      const { look: number, nextAt } = story.fact('action.look_requested');
      expect(number).toBe(count);
      expect(actionDecider.due!(story.decided[0]!)).toEqual([{ key: 'look', at: nextAt }]);
      const next = Date.parse(nextAt) - Date.parse(at);
      if (count < MOST_LOOKS) expect(next).toBeGreaterThan(pause);
      [at, pause] = [nextAt, next];
      story.when(look(SILENT)).thenIgnored('not_said');
    }
    const left = story.at(at).when(LOOK).thenNamed('action.escalated');
    expect(left.fact('action.escalated').looks).toBe(MOST_LOOKS);
    expect(actionDecider.due!(left.decided[0]!)).toEqual([]);
  });

  it('is known once the effect is found, and nothing is asked any more', () => {
    const known = unknown(TICKET).at('2026-03-02T11:02:00.000Z').when(LOOK).when(look(FOUND));
    expect(known.fact('action.settled')).toMatchObject({
      outcome: 'done',
      settledBy: null,
      result: { ticketId: 'T-1' },
      settledAt: '2026-03-02T11:02:00.000Z',
    });
    expect(actionDecider.due!(known.decided[0]!)).toEqual([{ key: 'look', at: null }]);
    known.when(LOOK).thenIgnored('not_unknown');
    known.when(look(FOUND)).thenIgnored('not_unknown');
    known.when(settlement('not_done')).thenIgnored('not_unknown');
  });

  it('is known by its absence only when nothing can land any more', () => {
    const asked = unknown(TICKET).at('2026-03-02T11:02:00.000Z').when(LOOK);
    asked.when(look(ABSENT)).thenIgnored('may_still_land');
    expect(asked.at('2026-03-02T11:15:30.000Z').when(look(ABSENT)).fact('action.settled')).toMatchObject({
      outcome: 'not_done',
      result: null,
    });
  });

  it('is known by a late answer to an attempt, too', () => {
    const late = { name: 'effect.finished', attempt: 3, draw: 0, outcome: { kind: 'succeeded', result: {} } } as const;
    unknown(TICKET).when(late).thenNamed('action.settled');
    unknown(TICKET).when({ name: 'probe.finished', attempt: 3, draw: 0, finding: FOUND }).thenNamed('action.settled');
    unknown(TICKET)
      .when({ ...late, outcome: LOST })
      .thenIgnored('not_in_flight');
  });

  it("is a person's task when its tool is gone or its arguments were erased", () => {
    const story = unknown(TICKET);
    given(honestActionDecider, contextOf(actionBundle({ tools: [] }), { now: UNKNOWN_AT }))
      .facts(...story.history)
      .when(LOOK)
      .thenNamed('action.escalated');
  });

  it('is neither cancelled nor approved nor requested again, and nothing of it is sent', () => {
    const inputs: readonly (readonly [ActionInput, string])[] = [
      [cancelRequested(), 'already_finished'],
      [approvalGiven('b'), 'not_suspended'],
      [actionRequested(TICKET), 'already_taken_in'],
      [SEND, 'not_in_flight'],
      [{ name: 'due', key: 'retry' }, 'not_waiting'],
      [{ name: 'place.granted', attempt: 3 }, 'not_queued'],
    ];
    for (const [input, reason] of inputs) unknown(TICKET).when(input).thenIgnored(reason);
  });
});

describe('an unknown outcome whose vendor cannot be asked (EX-26)', () => {
  it("is a person's task at once, and is settled by what that person has found", () => {
    expect(unknown(PLAIN).fact('action.unknown')).not.toHaveProperty('lookAt');
    for (const outcome of ['done', 'not_done'] as const)
      expect(unknown(PLAIN).when(settlement(outcome)).fact('action.settled')).toMatchObject({
        outcome,
        settledBy: 'operator',
        result: null,
      });
  });

  it('is settled once, and no other action is', () => {
    unknown(PLAIN).when(settlement('done')).when(settlement('not_done')).thenIgnored('not_unknown');
    given(honestActionDecider, contextOf(actionBundle())).facts().when(settlement('done')).thenIgnored('not_unknown');
  });
});

describe('a look', () => {
  const asked = unknown(TICKET).at('2026-03-02T11:02:00.000Z').when(LOOK).fact('action.look_requested');
  const effect = (changes: object = {}, bundle = actionBundle()) =>
    lookEffect(incoming('action.look_requested', { ...asked, ...changes }), bundle);

  it('is the probe of the tool, with the key of the action', () => {
    const call = effect();
    expect(call).toMatchObject({
      kind: 'call',
      purpose: 'probe',
      call: { method: 'GET', path: `/tickets?reference=${asked.idempotencyKey}` },
    });
    if (call?.kind !== 'call') throw new Error('nothing is asked');
    expect(call.proceed(answered(200, { tickets: [{ ticketId: 'T-2' }] }), UNKNOWN_AT, 0)).toMatchObject({
      command: { name: 'look.finished', look: 1, finding: { kind: 'found', result: { ticketId: 'T-2' } } },
    });
  });

  it('is none where nothing can be asked', () => {
    expect(effect({ request: {} })).toBeNull();
    expect(effect({}, actionBundle({ tools: [] }))).toBeNull();
    expect(effect({ tool: PLAIN.tool })).toBeNull();
  });
});
