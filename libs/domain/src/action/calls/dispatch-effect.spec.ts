import type { EventData, ToolEffect, ToolOutcome } from '@arbiter/contracts';
import { actionBundle } from '../../fixtures/action-bundle';
import { ACTION } from '../../fixtures/action-events';
import { shopTools } from '../../fixtures/shop-tools';
import { LOST, NOT_SENT, TIMED_OUT, answered, refund } from '../../fixtures/tool-outcomes';
import { incoming } from '../../specification';
import type { EffectFinished, ProbeFinished } from '../action-inputs';
import { dispatchEffect } from './dispatch-effect';

type Effect = ToolEffect<EffectFinished | ProbeFinished>;
const SEND_BY = '2026-03-02T10:00:20.000Z';
const KEY = 'k1';

const dispatch = (
  tool: string,
  changes: Partial<EventData<'action.dispatched'>> = {},
  bundle = actionBundle(),
  unsettled = false,
): Effect =>
  dispatchEffect(
    incoming('action.dispatched', {
      ...ACTION,
      tool,
      attempt: 2,
      sendBy: SEND_BY,
      idempotencyKey: KEY,
      planHash: 'plan-1',
      artifacts: 'bundle-1',
      keyExpiresAt: null,
      request: { args: tool === 'shop.ticket.create' ? { summary: 'It leaks.' } : { orderNumber: '1003', amount: 20 } },
      ...changes,
    }),
    bundle,
    unsettled,
  );

/** Answers each call in turn; keeps the calls and the reported end. */
function follow(effect: Effect, ...answers: ToolOutcome[]) {
  const calls: string[] = [];
  let step = effect;
  for (const answer of answers) {
    if (step.kind !== 'call') throw new Error(`nothing is called after ${calls.join(', ')}`);
    calls.push(step.call.kind === 'http' ? `${step.purpose} ${step.call.method} ${step.call.path}` : step.purpose);
    step = step.proceed(answer, SEND_BY, 0.5);
  }
  return { calls, command: step.kind === 'report' ? step.command : `another call: ${step.purpose}` };
}

const order = (fund: unknown = null) =>
  answered(200, { orderNumber: '1003', refund: fund }, { headers: { etag: '"7"' } });
const tickets = (...found: object[]) => answered(200, { tickets: found });
const finished = (outcome: object) => ({
  name: 'effect.finished',
  attempt: 2,
  draw: 0.5,
  outcome: expect.objectContaining(outcome),
});
const settled = (finding: object) => ({
  name: 'probe.finished',
  attempt: 2,
  draw: 0.5,
  finding: expect.objectContaining(finding),
});

describe('the effect after a dispatch', () => {
  it('every call is bound to sendBy and to the timeout of the tool', () => {
    expect(dispatch('shop.refund.create')).toMatchObject({
      kind: 'call',
      purpose: 'send',
      sendBy: SEND_BY,
      timeoutMilliseconds: 5_000,
      delayMilliseconds: 0,
      call: { headers: { 'idempotency-key': KEY } },
    });
  });

  describe.each(['shop.refund.create', 'shop.refund_plain.create'])('%s has no vendor to ask', (tool) => {
    it.each<[string, ToolOutcome, object]>([
      ['a success', answered(201, refund()), { kind: 'succeeded', result: refund() }],
      ['a transient failure', answered(429), { kind: 'transient', code: 'rate_limited' }],
      ['a permanent failure', answered(422), { kind: 'permanent', code: 'vendor_rejected' }],
      ['an open outcome', LOST, { kind: 'ambiguous', code: 'connection_lost' }],
    ])('%s is reported as it is', (_, answer, outcome) => {
      const { calls, command } = follow(dispatch(tool), answer);
      expect(calls).toHaveLength(1);
      expect(command).toEqual(finished(outcome));
    });
  });

  describe('query before write (EX-19)', () => {
    const PROBE = `GET /tickets?reference=${KEY}`;
    const ask = (...answers: ToolOutcome[]) => follow(dispatch('shop.ticket.create'), ...answers);

    it('an effect that exists already is not written again', () => {
      expect(ask(tickets({ ticketId: 'T-1' }))).toEqual({
        calls: [`probe ${PROBE}`],
        command: settled({ kind: 'found', result: { ticketId: 'T-1' } }),
      });
    });

    it('an effect that does not exist is written', () => {
      expect(ask(tickets(), answered(201, { ticketId: 'T-2' }))).toEqual({
        calls: [`probe ${PROBE}`, 'send POST /tickets'],
        command: finished({ kind: 'succeeded', result: { ticketId: 'T-2' } }),
      });
    });

    it.each<[string, ToolOutcome, string]>([
      ['does not answer', LOST, 'vendor_unavailable'],
      ['refuses', answered(403), 'auth_failed'],
      ['has enough of us', answered(429), 'rate_limited'],
      ['fails', answered(500), 'vendor_unavailable'],
      ['answers something else', answered(200, { tickets: 7 }), 'result_invalid'],
      ['answers something unreadable', answered(200, null, { unreadable: 'response_not_json' }), 'vendor_unavailable'],
    ])('nothing is written when the vendor %s', (_, answer, code) => {
      expect(ask(answer)).toEqual({ calls: [`probe ${PROBE}`], command: settled({ kind: 'unavailable', code }) });
    });

    it('an open outcome is looked up: found is recovered', () => {
      expect(ask(tickets(), LOST, tickets({ ticketId: 'T-3' })).command).toEqual(
        settled({ kind: 'found', result: { ticketId: 'T-3' } }),
      );
    });

    it('a request without an answer stays open when the effect is not there: it may still land', () => {
      expect(ask(tickets(), TIMED_OUT, tickets()).command).toEqual(finished({ kind: 'ambiguous', code: 'timed_out' }));
    });

    it('a failure the vendor answered is settled when the effect is not there', () => {
      expect(ask(tickets(), answered(500), tickets()).command).toEqual(
        finished({ kind: 'transient', code: 'vendor_unavailable' }),
      );
    });

    it('an open outcome stays open when the vendor does not say', () => {
      expect(ask(tickets(), LOST, LOST).command).toEqual(finished({ kind: 'ambiguous', code: 'connection_lost' }));
    });

    it('a success that cannot be read is looked up', () => {
      expect(ask(tickets(), answered(201, {}), tickets({ ticketId: 'T-4' })).command).toEqual(
        settled({ kind: 'found', result: { ticketId: 'T-4' } }),
      );
      expect(ask(tickets(), answered(201, {}), tickets()).command).toEqual(
        finished({ kind: 'ambiguous', code: 'result_invalid' }),
      );
    });

    it('an effect that is found but does not fit the result schema is recovered without a result', () => {
      expect(ask(tickets({ title: 'odd' })).command).toEqual(settled({ kind: 'found', result: null }));
    });
  });

  describe('etag (EX-19)', () => {
    const path = '/customers/C-1001/orders/1003';
    const ask = (...answers: ToolOutcome[]) => follow(dispatch('shop.refund_etag.create'), ...answers);

    it('the write is guarded by the ETag just read', () => {
      const effect = dispatch('shop.refund_etag.create');
      const write = effect.kind === 'call' ? effect.proceed(order(), SEND_BY, 0.5) : effect;
      expect(write).toMatchObject({
        purpose: 'send',
        call: {
          method: 'PUT',
          path: `${path}/refund`,
          headers: { 'if-match': '"7"' },
          body: { amount: 20, reference: KEY },
        },
      });
    });

    it('our own refund is found, a refund of another caller is not', () => {
      expect(ask(order(refund({ reference: KEY }))).command).toEqual(
        settled({ kind: 'found', result: refund({ reference: KEY }) }),
      );
      expect(ask(order(refund({ reference: 'other' })), answered(409, { code: 'already_refunded' })).command).toEqual(
        finished({ kind: 'permanent', code: 'already_refunded' }),
      );
    });

    it('a failed precondition that was our own effect is a recovered success', () => {
      expect(ask(order(), answered(412), order(refund({ reference: KEY }))).command).toEqual(
        settled({ kind: 'found' }),
      );
    });

    it("a failed precondition caused by another caller's change is tried again", () => {
      expect(ask(order(), answered(412), order()).command).toEqual(
        finished({ kind: 'transient', code: 'precondition_failed' }),
      );
    });

    it('a failed precondition without an explanation stays open', () => {
      expect(ask(order(), answered(412), LOST).command).toEqual(
        finished({ kind: 'ambiguous', code: 'precondition_failed' }),
      );
    });

    it('after a request without an answer a refusal is looked into: it may be about our own effect', () => {
      const again = (...answers: ToolOutcome[]) =>
        follow(dispatch('shop.refund_etag.create', {}, actionBundle(), true), ...answers);
      const ours = order(refund({ reference: KEY }));
      for (const status of [404, 409, 412, 422])
        expect(again(order(), answered(status), ours).command).toEqual(settled({ kind: 'found' }));
      expect(again(order(), answered(422), order()).command).toEqual(
        finished({ kind: 'permanent', code: 'vendor_rejected' }),
      );
      expect(again(order(), answered(422), LOST).command).toEqual(finished({ kind: 'permanent' }));
    });

    it.each([502, 504])('a %i is no answer of the vendor: what is not there yet may still land', (status) => {
      expect(ask(order(), answered(status), order()).command).toEqual(finished({ kind: 'ambiguous' }));
    });

    it('without an ETag nothing is written', () => {
      expect(ask(answered(200, { refund: null }))).toMatchObject({
        calls: [`probe GET ${path}`],
        command: finished({ kind: 'permanent', code: 'precondition_failed' }),
      });
    });

    it('an object that the vendor does not know is not found', () => {
      expect(ask(answered(404))).toMatchObject({
        calls: [`probe GET ${path}`],
        command: finished({ kind: 'permanent', code: 'not_found' }),
      });
    });
  });

  it('a class that promises a probe and has none is not probed', () => {
    const tools = shopTools.map((tool) => ({ ...tool, probe: undefined }));
    expect(dispatch('shop.ticket.create', {}, actionBundle({ tools }))).toMatchObject({ purpose: 'send' });
  });

  it('a native key with a probe is looked up when its outcome is open', () => {
    const ticket = shopTools.find(({ tool }) => tool === 'shop.ticket.create')!;
    const bundle = actionBundle({ tools: [{ ...ticket, idempotency: 'native_key' }] });
    expect(follow(dispatch('shop.ticket.create', {}, bundle), LOST, tickets({ ticketId: 'T-5' })).command).toEqual(
      settled({ kind: 'found' }),
    );
  });

  it('nothing is called when the arguments were erased, the tool is gone or its request cannot be filled', () => {
    const unusable = {
      kind: 'report',
      command: {
        name: 'effect.finished',
        attempt: 2,
        draw: 0,
        outcome: { kind: 'permanent', code: 'tool_unusable', reason: expect.any(String) },
      },
    };
    expect(dispatch('shop.refund.create', { request: {} })).toEqual(unusable);
    expect(dispatch('shop.nothing.create')).toEqual(unusable);
    const tools = [{ ...shopTools[2]!, request: { method: 'POST' as const, path: '/x/{args.gone}' } }];
    expect(dispatch('shop.refund.create', {}, actionBundle({ tools }))).toEqual(unusable);
  });

  it('a connection that never stood is transient', () => {
    expect(follow(dispatch('shop.refund_plain.create'), NOT_SENT).command).toEqual(
      finished({ kind: 'transient', code: 'vendor_unavailable' }),
    );
  });
});
