import { stepOrigin } from './action-origin';
import type { RecordedOf } from './envelope';
import type { EventData, EventName } from './events';
import { actionEndsIn, stepEndsIn } from './segment-ends';

const ENVELOPE = {
  id: 'e',
  app: 'action-gateway',
  stream: 'action-shop-r1.1',
  version: 3,
  time: '2026-03-02T10:00:00Z',
};
const of = <N extends EventName>(name: N, data: unknown) =>
  ({ ...ENVELOPE, name, data }) as unknown as RecordedOf<EventName>;
const CHECKS = { allowed: true, rule: 'reads', reasons: [], riskClass: 'read', consent: null, policyVersion: '1' };
const COMPLETED_AT = '2026-03-02T10:00:01.000Z';

const ended: EventData<'segment.ended'> = {
  segmentId: 'r1.1',
  runId: 'r1',
  ends: [
    { stepId: 'found', tool: 'shop.order.get', attempt: 1, checks: CHECKS as never, code: null },
    { stepId: 'gone', tool: 'shop.order.get', attempt: 2, checks: CHECKS as never, code: 'not_found' },
  ],
  brought: { found: { total: 20 }, gone: 'there is none' },
  completedAt: COMPLETED_AT,
};
const completed: EventData<'segment.completed'> = {
  segmentId: 'r1.1',
  runId: 'r1',
  ends: [
    { stepId: 'found', status: 'completed', code: null },
    { stepId: 'gone', status: 'failed', code: 'not_found' },
  ],
  told: { found: { message: '', result: { total: 20 } }, gone: { message: 'there is none', result: null } },
  at: COMPLETED_AT,
};

describe('the ends of actions in a fact', () => {
  it('are each as they would be by themselves, in the place of the fact that tells them', () => {
    const action = { runId: 'r1', tool: 'shop.order.get', checks: CHECKS, completedAt: COMPLETED_AT };
    expect(actionEndsIn(of('segment.ended', ended))).toEqual([
      {
        ...ENVELOPE,
        name: 'action.succeeded',
        data: {
          ...action,
          actionId: 'r1.found',
          stepId: 'found',
          origin: stepOrigin('found'),
          attempt: 1,
          result: { total: 20 },
          recovered: false,
        },
      },
      {
        ...ENVELOPE,
        name: 'action.failed',
        data: {
          ...action,
          actionId: 'r1.gone',
          stepId: 'gone',
          origin: stepOrigin('gone'),
          attempt: 2,
          code: 'not_found',
          reason: 'there is none',
        },
      },
    ]);
  });

  it('are the fact itself where it tells of one, and none where it tells of none', () => {
    const denied = of('action.denied', { stepId: 'a' });
    expect(actionEndsIn(denied)).toEqual([denied]);
    for (const name of ['action.queued', 'segment.returned', 'run.completed'] as const)
      expect(actionEndsIn(of(name, {}))).toEqual([]);
  });

  it('stand without what they brought once the customer was erased (CX-08)', () => {
    const [found, gone] = actionEndsIn(of('segment.ended', { ...ended, brought: {} }));
    expect(found!.data).toMatchObject({ stepId: 'found', result: null });
    expect(gone!.data).toMatchObject({ stepId: 'gone', code: 'not_found', reason: '[erased]' });
  });
});

describe('the ends of steps in a fact', () => {
  it('are each as they would be by themselves', () => {
    expect(stepEndsIn({ name: 'segment.completed', data: completed })).toEqual([
      {
        runId: 'r1',
        stepId: 'found',
        status: 'completed',
        code: null,
        message: '',
        result: { total: 20 },
        at: COMPLETED_AT,
      },
      {
        runId: 'r1',
        stepId: 'gone',
        status: 'failed',
        code: 'not_found',
        message: 'there is none',
        result: null,
        at: COMPLETED_AT,
      },
    ]);
  });

  it('are one where a step ended alone, and none elsewhere', () => {
    const data = { runId: 'r1', stepId: 'a', status: 'completed', code: null, message: '', result: 1, at: '' } as const;
    expect(stepEndsIn({ name: 'step.completed', data })).toEqual([data]);
    expect(stepEndsIn({ name: 'run.cancelling', data: { runId: 'r1', requestedBy: null } })).toEqual([]);
  });

  it('stand without their words once the customer was erased (CX-08)', () => {
    expect(stepEndsIn({ name: 'segment.completed', data: { ...completed, told: {} } })).toMatchObject([
      { stepId: 'found', message: '', result: null },
      { stepId: 'gone', message: '[erased]', result: null },
    ]);
  });
});
