import { stepOrigin, type EventData, type EventName, type RecordedOf } from '@arbiter/contracts';
import { unknownOutcomeFold, type UnknownOutcomeRow } from './unknown-outcomes';

const OF = {
  actionId: 'r1.refund',
  runId: 'r1',
  stepId: 'refund',
  origin: stepOrigin('refund'),
  tool: 'shop.refund.create',
};
const event = <N extends EventName>(name: N, data: object): RecordedOf<EventName> =>
  ({ name, tenant: 'shop', data: { ...OF, ...data } as unknown as EventData<N> }) as unknown as RecordedOf<EventName>;
const AT = '2026-03-02T10:00:00.000Z';
const unknown = (more: object = {}) =>
  event('action.unknown', { attempt: 5, code: 'timed_out', reason: 'no answer', completedAt: AT, ...more });
const rowOf = (...events: readonly RecordedOf<EventName>[]): UnknownOutcomeRow =>
  events.reduce<UnknownOutcomeRow | null>((row, next) => unknownOutcomeFold.evolve(row, next), null)!;
const asked = event('action.look_requested', { look: 1, nextAt: '2026-03-02T10:06:00.000Z' });

describe('the unknown outcomes (EX-26)', () => {
  it("are a person's task where the vendor cannot be asked", () => {
    expect(rowOf(unknown())).toMatchObject({ status: 'open', attempts: 5, looks: 0, look_at: null, unknown_since: AT });
  });

  it("are looked up while the vendor can be asked, and a person's task after that", () => {
    const lookAt = '2026-03-02T10:01:00.000Z';
    expect(rowOf(unknown({ lookAt }))).toMatchObject({ status: 'looked_up', look_at: lookAt });
    expect(rowOf(unknown({ lookAt }), asked)).toMatchObject({ looks: 1, look_at: '2026-03-02T10:06:00.000Z' });
    expect(rowOf(unknown({ lookAt }), asked, event('action.escalated', { looks: 1 }))).toMatchObject({
      status: 'open',
      look_at: null,
    });
  });

  it('say what became of them, and who found out', () => {
    const settled = event('action.settled', { outcome: 'done', settledBy: 'operator', settledAt: AT });
    expect(rowOf(unknown(), settled)).toMatchObject({
      status: 'settled',
      outcome: 'done',
      settled_by: 'operator',
      settled_at: AT,
    });
  });

  it('are none of other actions', () => {
    expect(unknownOutcomeFold.evolve(null, asked)).toBeNull();
  });
});
