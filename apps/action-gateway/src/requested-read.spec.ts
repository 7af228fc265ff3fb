import { stepOrigin, type DecisionContext, type RecordedOf } from '@arbiter/contracts';
import type { ReadingParts } from './reading-parts';
import { requestedRead } from './requested-read';

const asked: DecisionContext[] = [];
jest.mock('@arbiter/domain', () => ({
  ...jest.requireActual<object>('@arbiter/domain'),
  streamsForAction: () => ['action-shop-run-1.look_up'],
  readEffect: (_: unknown, context: DecisionContext) => void asked.push(context),
}));

const EVENT = {
  tenant: 'shop',
  customerId: 'C-0001',
  traceParent: null,
  data: { runId: 'run-1', actionId: 'run-1.look_up', origin: stepOrigin('look_up') },
};

describe('a read that is asked for alone', () => {
  it('has all of its time when what it is checked by was long in coming', async () => {
    let now = '2026-03-02T10:00:00.000Z';
    const provenances = { read: async () => void (now = '2026-03-02T10:00:30.000Z') };
    const parts = {
      artifacts: { load: async () => ({}) },
      clock: { now: () => now },
      provenances,
      places: {},
      reads: { take: async () => null },
    } as unknown as ReadingParts;
    await requestedRead(EVENT as RecordedOf<'action.requested'>, parts);
    expect(asked.map((context) => context.now)).toEqual(['2026-03-02T10:00:30.000Z']);
  });
});
