import {
  type ApprovalStatus,
  branchOfRunId,
  instanceOfName,
  type ApprovalDecision,
  type EventName,
  type RecordedOf,
} from '@arbiter/contracts';
import type { RowFold } from '../row-model';

/** One action of a playbook that waits, or waited, for a yes. */
export interface ApprovalRow {
  readonly action_id: string;
  readonly tenant: string;
  readonly playbook: string;
  readonly day: string;
  /** the run of the instance, and that of the branch */
  readonly run_id: string;
  readonly branch_id: string;
  /** the version in the branch's stream at which it was asked */
  readonly asked_in: number;
  readonly object: string;
  readonly binding: string;
  readonly status: ApprovalStatus;
  readonly decision: ApprovalDecision | null;
  readonly code: string | null;
  readonly answered_by: string | null;
  readonly asked_at: string;
  readonly expires_at: string;
  readonly answered_at: string | null;
  readonly ended_at: string | null;
}

export const approvalFold: RowFold<ApprovalRow> = {
  table: 'approval',
  key: ['action_id'],
  columns: {
    action_id: 'text',
    tenant: 'text',
    playbook: 'text',
    day: 'date',
    run_id: 'text',
    branch_id: 'text',
    asked_in: 'integer',
    object: 'text',
    binding: 'text',
    status: 'text',
    decision: 'text',
    code: 'text',
    answered_by: 'text',
    asked_at: 'timestamptz',
    expires_at: 'timestamptz',
    answered_at: 'timestamptz',
    ended_at: 'timestamptz',
  },
  keyOf: ({ name, data }) => {
    switch (name) {
      case 'run.suspended':
      case 'approval.received':
      case 'action.approved':
      case 'action.rejected':
      case 'action.cancelled':
      case 'action.failed':
        return branchOfRunId(data.runId) ? [data.actionId] : null;
      default:
        return null;
    }
  },
  // Asked again it is the same one.
  opens: () => false,
  evolve: (row, event) => (row === null ? asked(event) : change(row, event)),
};

function asked(event: RecordedOf<EventName>): ApprovalRow | null {
  if (event.name !== 'run.suspended') return null;
  const { actionId, runId, threadId, branch, binding, expiresAt } = event.data;
  const instance = threadId === null ? null : instanceOfName(threadId);
  if (!branch || !instance) return null;
  return {
    action_id: actionId,
    tenant: event.tenant,
    ...instance,
    run_id: branch.runId,
    branch_id: runId,
    asked_in: event.version,
    object: branch.object,
    binding,
    status: 'open',
    decision: null,
    code: null,
    answered_by: null,
    asked_at: event.time,
    expires_at: expiresAt,
    answered_at: null,
    ended_at: null,
  };
}

function change(row: ApprovalRow, event: RecordedOf<EventName>): ApprovalRow {
  if (row.ended_at !== null) return row;
  switch (event.name) {
    case 'approval.received': {
      const { decision, answeredBy, receivedAt } = event.data;
      return { ...row, status: 'answered', decision, answered_by: answeredBy, answered_at: receivedAt };
    }
    case 'action.approved':
      return { ...row, status: 'approved', ended_at: event.time };
    case 'action.rejected':
      return { ...row, status: REJECTED[event.data.code] ?? 'lapsed', code: event.data.code, ended_at: event.time };
    case 'action.failed':
      return { ...row, status: 'lapsed', code: event.data.code, ended_at: event.time };
    case 'action.cancelled':
      return { ...row, status: 'withdrawn', ended_at: event.time };
    default:
      return row;
  }
}

const REJECTED: Readonly<Record<string, ApprovalStatus>> = { rejected: 'rejected', approval_expired: 'expired' };
