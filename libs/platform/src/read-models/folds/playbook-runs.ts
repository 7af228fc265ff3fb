import {
  PLAYBOOK_PREFIX,
  type BranchStatus,
  type EventName,
  type RecordedOf,
  type RunStatus,
  type Verdict,
} from '@arbiter/contracts';
import type { RowFold } from '../row-model';

type Ended = Readonly<Record<BranchStatus, number>>;

/** One instance of a playbook: how far it has come, and whether its objective held. */
export interface PlaybookRunRow {
  readonly run_id: string;
  readonly tenant: string;
  readonly playbook: string;
  readonly day: string;
  readonly status: RunStatus | 'requested' | 'running';
  readonly code: string | null;
  /** objects: read, chosen, and kept back by a constraint */
  readonly read: number;
  readonly selected: number;
  readonly kept: number;
  /** branches by how they have ended */
  readonly ended: Ended;
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
  opens: ({ name }) => name === 'run.requested',
  evolve: (row, event) => (event.name === 'run.requested' ? requested(event) : row && change(row, event)),
};

function requested({
  tenant,
  time,
  data: { requestId, instance },
}: RecordedOf<'run.requested'>): PlaybookRunRow | null {
  if (!instance) return null;
  return {
    run_id: requestId,
    tenant,
    ...instance,
    status: 'requested',
    code: null,
    read: 0,
    selected: 0,
    kept: 0,
    ended: NONE_ENDED,
    verdict: null,
    objects: 0,
    acknowledged: [],
    failing: [],
    requested_at: time,
    completed_at: null,
  };
}

function change(row: PlaybookRunRow, event: RecordedOf<EventName>): PlaybookRunRow {
  switch (event.name) {
    case 'sweep.begun': {
      const { read, selected, held } = event.data;
      return { ...row, status: 'running', read, selected, kept: held.length };
    }
    case 'branch.recorded': {
      const { status } = event.data;
      return { ...row, ended: { ...row.ended, [status]: row.ended[status] + 1 } };
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
