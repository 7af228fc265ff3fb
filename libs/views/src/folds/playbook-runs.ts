import {
  PLAYBOOK_PREFIX,
  branchOfRunId,
  type BranchStatus,
  type EventData,
  type EventName,
  type InstanceStatus,
  type JudgedView,
  type NotDoneView,
  type PausedView,
  type PlaybookInstance,
  type RecordedOf,
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
  readonly attempt: number;
  readonly status: InstanceStatus;
  readonly code: string | null;
  /** objects: read, chosen, and kept back by a constraint */
  readonly read: number;
  readonly selected: number;
  readonly kept: number;
  /** branches by how they have ended */
  readonly ended: Ended;
  /** objects that are not done, the first of each kind */
  readonly not_done: readonly NotDoneView[];
  readonly verdict: Verdict | null;
  readonly objects: number;
  readonly acknowledged: readonly string[];
  readonly failing: readonly string[];
  readonly odd: NonNullable<JudgedView['odd']>;
  /** the number of its latest pause; 0: there was none */
  readonly pause: number;
  readonly paused: PausedView | null;
  readonly requested_at: string;
  readonly completed_at: string | null;
}

/** Objects of a kind that are named: a row must not grow with its sweep. */
const MOST_NAMED = 100;

const NONE_ENDED: Ended = { done: 0, failed: 0, held: 0, cancelled: 0, unknown: 0 };

export const playbookRunFold: RowFold<PlaybookRunRow> = {
  table: 'playbook_run',
  key: ['run_id'],
  columns: {
    run_id: 'text',
    tenant: 'text',
    playbook: 'text',
    day: 'date',
    attempt: 'integer',
    status: 'text',
    code: 'text',
    read: 'integer',
    selected: 'integer',
    kept: 'integer',
    ended: 'jsonb',
    not_done: 'jsonb',
    verdict: 'text',
    objects: 'integer',
    acknowledged: 'jsonb',
    failing: 'jsonb',
    odd: 'jsonb',
    pause: 'integer',
    paused: 'jsonb',
    requested_at: 'timestamptz',
    completed_at: 'timestamptz',
  },
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
      case 'run.paused':
      case 'run.continued':
        return branchOfRunId(data.runId) ? null : [data.runId];
      case 'run.completed':
        return data.sessionId.startsWith(PLAYBOOK_PREFIX) ? [data.runId] : null;
      default:
        return null;
    }
  },
  // An instance has no row before its first fact, so no row need be read for it.
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
  { playbook, day, attempt = 1 }: PlaybookInstance,
  how: Pick<PlaybookRunRow, 'status' | 'code'>,
): PlaybookRunRow => ({
  run_id,
  tenant,
  playbook,
  day,
  attempt,
  ...how,
  read: 0,
  selected: 0,
  kept: 0,
  ended: NONE_ENDED,
  not_done: [],
  verdict: null,
  objects: 0,
  acknowledged: [],
  failing: [],
  odd: [],
  pause: 0,
  paused: null,
  requested_at: time,
  completed_at: null,
});

function change(row: PlaybookRunRow, event: RecordedOf<EventName>): PlaybookRunRow {
  switch (event.name) {
    case 'sweep.begun': {
      const { read, selected, held } = event.data;
      const kept = held.map(
        ({ object, constraint, reason }) =>
          ({ object, status: 'kept', code: constraint, ...(reason !== undefined && { reason }) }) as const,
      );
      return { ...row, status: 'running', read, selected, kept: held.length, not_done: kept.slice(0, MOST_NAMED) };
    }
    case 'branch.recorded': {
      const { status } = event.data;
      return {
        ...row,
        ended: { ...row.ended, [status]: row.ended[status] + 1 },
        not_done: withNamed(row.not_done, event.data),
      };
    }
    case 'verdict.reached': {
      const { verdict, objects, acknowledged, failing, odd = [] } = event.data;
      return { ...row, verdict, objects, acknowledged, failing, odd };
    }
    case 'run.paused': {
      const { pause, reasons, at } = event.data;
      return { ...row, status: 'paused', pause, paused: { since: at, reasons } };
    }
    case 'run.continued':
      return { ...row, status: 'running', paused: null };
    case 'run.completed': {
      const { status, code, completedAt } = event.data;
      return { ...row, status, code, paused: null, completed_at: completedAt };
    }
    default:
      return row;
  }
}

/** Only objects that were not done are named; cancelled ones are all those that had not ended. */
function withNamed(
  named: PlaybookRunRow['not_done'],
  { object, status, code, attention }: EventData<'branch.recorded'>,
): PlaybookRunRow['not_done'] {
  if (status === 'done' || status === 'cancelled') return named;
  const alike = named.filter(
    (other) => other.status === status && (other.attention === undefined) === (attention === undefined),
  );
  return alike.length >= MOST_NAMED ? named : [...named, { object, status, code, ...(attention && { attention }) }];
}
