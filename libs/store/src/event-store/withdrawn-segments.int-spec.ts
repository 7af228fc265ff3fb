import { randomUUID } from 'node:crypto';
import { streamOf, type EventName, type RecordedOf } from '@arbiter/contracts';
import { CUSTOMER, Laboratory } from '../testing/laboratory';
import { EventStore } from './event-store';
import { WithdrawnSegments } from './withdrawn-segments';

describe('the steps of segments that a run has withdrawn', () => {
  let laboratory: Laboratory;
  let store: EventStore;
  let withdrawn: WithdrawnSegments;

  beforeAll(async () => {
    laboratory = await Laboratory.open();
    const database = laboratory.database();
    const keyring = laboratory.keyring(database);
    await keyring.create([CUSTOMER]);
    store = new EventStore(database, keyring, 'test');
    withdrawn = new WithdrawnSegments({ database, store });
  });
  afterAll(() => laboratory.close());

  async function cancel(runId: string, segmentId: string): Promise<void> {
    const stream = streamOf('run', 'shop', runId);
    const event = {
      name: 'segment.cancel_requested',
      data: { segmentId, runId, stepIds: ['lookup', 'refund'], tool: 'shop.refund.create' },
      id: randomUUID(),
      app: 'test',
      stream,
      version: 1,
      time: '2026-03-02T10:00:00.000Z',
      ...CUSTOMER,
      correlationId: runId,
      causationId: null,
      source: null,
      traceParent: null,
    } as RecordedOf<EventName>;
    await store.append([{ stream, events: [event], decisions: [], due: [], ui: [] }]);
  }

  it('stands in the log of the run, by segment, before anybody was told (EX-20)', async () => {
    expect(await withdrawn.has('shop', { runId: 'r1', segmentId: 'r1.refund' })).toBe(false);
    await cancel('r1', 'r1.refund');
    const asked = [
      { runId: 'r1', segmentId: 'r1.refund' },
      { runId: 'r1', segmentId: 'r1.other' },
      { runId: 'r2', segmentId: 'r1.refund' },
    ];
    expect(await Promise.all(asked.map((segment) => withdrawn.has('shop', segment)))).toEqual([true, false, false]);
    expect(await withdrawn.has('office', asked[0]!)).toBe(false);
  });
});
