import {
  PLAYBOOK_PREFIX,
  type AttentionCause,
  type BranchStatus,
  type EventName,
  type PlaybookInstance,
  type RecordedOf,
  type RunStatus,
  type Verdict,
} from '@arbiter/contracts';
import type { RowFold } from '../row-model';

type Ended = Readonly<Record<BranchStatus, number>>;

/** An object that a person has to look at: what its plan did not foresee, and why there is no other plan. */
export interface NeedsAttention {
  readonly object: string;
  readonly code: string | null;
  readonly because: AttentionCause;
}

/** One instance of a playbook: how far it has come, and whether its objective held. */
export interface PlaybookRunRow {
  readonly run_id: string;
  readonly tenant: string;
  readonly playbook: string;
  readonly day: string;
  readonly status: RunStatus | 'queued' | 'skipped' | 'requested' | 'running';
  readonly code: string | null;
  /** objects: read, chosen, and kept back by a constraint */
  readonly read: number;
  readonly selected: number;
  readonly kept: number;
  /** branches by how they have ended */
  readonly ended: Ended;
  readonly attention: readonly NeedsAttention[];
  readonly verdict: Verdict | null;
  readonly objects: number;
  readonly acknowledged: readonly string[];
  readonly failing: readonly string[];
  readonly requested_at: string;
  readonly completed_at: string | null;
}

const NONE_ENDED: Ended = { done: 0, failed: 0, held: 0, cancelled: 0, unknown: 0 };

export const playbookRunFold: RowFold<PlaybookRunRow> = {
  table: 'playbook_run',
  key: ['run_id'],
  columns: [
    'run_id',
    'tenant',
    'playbook',
    'day',
    'status',
    'code',
    'read',
    'selected',
    'kept',
    'ended',
    'attention',
    'verdict',
    'objects',
    'acknowledged',
    'failing',
    'requested_at',
    'completed_at',
  ],
  keyOf: ({ name, data }) => {
    switch (name) {
      case 'run.requested':
        return data.instance ? [data.requestId] : null;
      case 'instance.queued':
      case 'instance.skipped':
      case 'sweep.begun':
      case 'branch.recorded':
      case 'verdict.reached':
        return [data.runId];
      case 'run.completed':
        return data.sessionId.startsWith(PLAYBOOK_PREFIX) ? [data.runId] : null;
      default:
        return null;
    }
  },
  // Nothing has come of an instance before it begins: what stood of it need not be read.
  opens: (event) => beginning(event) !== null,
  evolve: (row, event) => beginning(event) ?? (row && change(row, event)),
};

/** An instance that begins, waits for another, or was left out. */
function beginning(event: RecordedOf<EventName>): PlaybookRunRow | null {
  switch (event.name) {
    case 'run.requested': {
      const { requestId, instance } = event.data;
      return instance ? rowOf(event, requestId, instance, { status: 'requested', code: null }) : null;
    }
    case 'instance.queued':
      return rowOf(event, event.data.runId, event.data, { status: 'queued', code: null });
    case 'instance.skipped':
      return rowOf(event, event.data.runId, event.data, { status: 'skipped', code: event.data.reason });
    default:
      return null;
  }
}

const rowOf = (
  { tenant, time }: RecordedOf<EventName>,
  run_id: string,
  { playbook, day }: PlaybookInstance,
  how: Pick<PlaybookRunRow, 'status' | 'code'>,
): PlaybookRunRow => ({
  run_id,
  tenant,
  playbook,
  day,
  ...how,
  read: 0,
  selected: 0,
  kept: 0,
  ended: NONE_ENDED,
  attention: [],
  verdict: null,
  objects: 0,
  acknowledged: [],
  failing: [],
  requested_at: time,
  completed_at: null,
});

function change(row: PlaybookRunRow, event: RecordedOf<EventName>): PlaybookRunRow {
  switch (event.name) {
    case 'sweep.begun': {
      const { read, selected, held } = event.data;
      return { ...row, status: 'running', read, selected, kept: held.length };
    }
    case 'branch.recorded': {
      const { status, object, code, attention } = event.data;
      const ended = { ...row.ended, [status]: row.ended[status] + 1 };
      return attention
        ? { ...row, ended, attention: [...row.attention, { object, code, because: attention }] }
        : { ...row, ended };
    }
    case 'verdict.reached': {
      const { verdict, objects, acknowledged, failing } = event.data;
      return { ...row, verdict, objects, acknowledged, failing };
    }
    case 'run.completed': {
      const { status, code, completedAt } = event.data;
      return { ...row, status, code, completed_at: completedAt };
    }
    default:
      return row;
  }
}
