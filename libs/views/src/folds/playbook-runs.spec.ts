import type { BranchStatus, EventData, EventName, RecordedOf } from '@arbiter/contracts';
import { playbookRunFold, type PlaybookRunRow } from './playbook-runs';

const RUN = { runId: 'r-1', stepId: 'sweep', at: '2026-07-02T07:00:00.000Z' };
const event = <N extends EventName>(name: N, data: object): RecordedOf<EventName> =>
  ({ name, tenant: 'studio', time: RUN.at, data: data as EventData<N> }) as unknown as RecordedOf<EventName>;
const recorded = (object: string, status: BranchStatus, code: string | null = null) =>
  event('branch.recorded', { ...RUN, branchId: object, object, status, code, touched: false });
const begun = (held: readonly { object: string; constraint: string }[] = []) => [
  event('instance.queued', { playbook: 'reminders', day: '2026-07-02', runId: RUN.runId }),
  event('sweep.begun', { ...RUN, snapshotHash: 'h', read: 900, selected: 500, held }),
];
const rowOf = (events: readonly RecordedOf<EventName>[]): PlaybookRunRow =>
  events.reduce<PlaybookRunRow | null>((row, next) => playbookRunFold.evolve(row, next), null)!;

describe('the instances of playbooks', () => {
  it('name the objects that are not done, with how their branches ended and why', () => {
    const row = rowOf([
      ...begun([{ object: 'I-9', constraint: 'never_contact' }]),
      recorded('I-1', 'done'),
      recorded('I-2', 'failed', 'not_found'),
      recorded('I-3', 'held', 'rejected'),
      recorded('I-4', 'cancelled'),
      recorded('I-5', 'unknown', 'timed_out'),
    ]);
    expect(row).toMatchObject({ kept: 1, ended: { done: 1, failed: 1, held: 1, cancelled: 1, unknown: 1 } });
    expect(row.not_done).toEqual([
      { object: 'I-9', status: 'kept', code: 'never_contact' },
      { object: 'I-2', status: 'failed', code: 'not_found' },
      { object: 'I-3', status: 'held', code: 'rejected' },
      { object: 'I-5', status: 'unknown', code: 'timed_out' },
    ]);
  });

  it('name a hundred of a kind at most, and count all of them', () => {
    const objects = Array.from({ length: 130 }, (_, index) => `I-${index}`);
    const row = rowOf([
      ...begun(objects.map((object) => ({ object: `K-${object}`, constraint: 'quiet_hours' }))),
      ...objects.map((object) => recorded(object, 'failed')),
      recorded('late', 'held', 'rejected'),
    ]);
    expect([row.kept, row.ended.failed, row.ended.held]).toEqual([130, 130, 1]);
    const named = Map.groupBy(row.not_done, ({ status }) => status);
    expect([named.get('kept')!.length, named.get('failed')!.length]).toEqual([100, 100]);
    expect(named.get('held')).toEqual([{ object: 'late', status: 'held', code: 'rejected' }]);
  });
});
