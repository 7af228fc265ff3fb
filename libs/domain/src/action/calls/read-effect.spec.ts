import type { ToolEffect, ToolOutcome } from '@arbiter/contracts';
import { actionBundle, actionPolicy } from '../../fixtures/action-bundle';
import { actionRequested } from '../../fixtures/action-events';
import { honestProvenance } from '../../fixtures/provenance';
import { LOST, TOO_LATE, answered } from '../../fixtures/tool-outcomes';
import { contextOf } from '../../specification';
import type { ReadFinished } from '../action-inputs';
import { checkAction } from '../checks/check-action';
import { requestOf } from '../state/action-request';
import { isAllowedRead, readCalls } from './read-effect';

const NOW = '2026-03-02T10:00:00.000Z';
const request = actionRequested({ tool: 'shop.order.get', args: { orderNumber: '1003' } });
const surrounding = (bundle = actionBundle(), asked = request) =>
  contextOf(bundle, { provenance: honestProvenance(asked.data, bundle) });
function begin(bundle = actionBundle(), asked = request): ToolEffect<ReadFinished> | null {
  const context = surrounding(bundle, asked);
  const check = checkAction(requestOf(asked.data), context);
  return isAllowedRead(check) ? readCalls(check, context) : null;
}

function answer(effect: ToolEffect<ReadFinished> | null, outcome: ToolOutcome, now = NOW): ToolEffect<ReadFinished> {
  if (effect?.kind !== 'call') throw new Error('nothing is called');
  return effect.proceed(outcome, now, 0.5);
}

describe('a read', () => {
  it('is carried out before it is decided', () => {
    expect(begin()).toMatchObject({
      kind: 'call',
      purpose: 'read',
      delayMilliseconds: 0,
      timeoutMilliseconds: 5_000,
      sendBy: '2026-03-02T10:00:15.000Z',
      call: { method: 'GET', path: '/customers/C-1001/orders/1003' },
    });
    const found = { orderNumber: '1003', status: 'shipped' };
    expect(answer(begin(), answered(200, found))).toEqual({
      kind: 'report',
      command: { name: 'read.finished', outcome: { kind: 'succeeded', result: found }, attempt: 1 },
    });
  });

  it('is tried again after a transient failure, later each time, and reported when its attempts are over', () => {
    const second = answer(begin(), LOST);
    expect(second).toMatchObject({ kind: 'call', delayMilliseconds: 100 });
    const third = answer(second, answered(503));
    expect(third).toMatchObject({ kind: 'call', delayMilliseconds: 200 });
    expect(answer(third, LOST)).toMatchObject({
      kind: 'report',
      command: { attempt: 3, outcome: { kind: 'transient', code: 'vendor_unavailable' } },
    });
  });

  it('waits as long as the vendor wants, within its deadline', () => {
    expect(answer(begin(), answered(429, null, { retryAfterMilliseconds: 4_000 }))).toMatchObject({
      kind: 'call',
      delayMilliseconds: 4_000,
    });
    expect(answer(begin(), answered(429, null, { retryAfterMilliseconds: 15_000 }))).toMatchObject({
      kind: 'report',
      command: { attempt: 1 },
    });
    expect(answer(begin(), LOST, '2026-03-02T10:00:14.950Z')).toMatchObject({ kind: 'report' });
  });

  it('whose time was over before it was sent was not tried', () => {
    expect(answer(begin(), TOO_LATE)).toMatchObject({
      kind: 'report',
      command: { attempt: 0, outcome: { kind: 'transient', code: 'vendor_unavailable' } },
    });
    expect(answer(answer(begin(), LOST), TOO_LATE)).toMatchObject({ kind: 'report', command: { attempt: 1 } });
  });

  it('is not tried again after a permanent failure', () => {
    expect(answer(begin(), answered(404))).toMatchObject({
      kind: 'report',
      command: { outcome: { kind: 'permanent', code: 'not_found' } },
    });
  });

  it('that is not allowed, or has to wait, is not carried out', () => {
    expect(begin(actionBundle({ policy: actionPolicy({ rules: [] }) }))).toBeNull();
    expect(
      begin(actionBundle({ policy: actionPolicy({ risk: [{ tool: 'shop.order.get', kind: 'suspend' }] }) })),
    ).toBeNull();
  });

  it('a mutation is none', () => {
    expect(begin(actionBundle(), actionRequested())).toBeNull();
  });
});
