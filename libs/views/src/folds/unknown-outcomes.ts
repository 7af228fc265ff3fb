import type { EventName, OutcomeStatus, RecordedOf, SettledOutcome } from '@arbiter/contracts';
import type { RowFold } from '../row-model';

/** EX-26: one action whose outcome is unknown, or was: what is to be found out, and by whom. */
export interface UnknownOutcomeRow {
  readonly action_id: string;
  readonly tenant: string;
  readonly run_id: string;
  readonly step_id: string;
  readonly tool: string;
  readonly code: string;
  readonly reason: string;
  readonly attempts: number;
  readonly status: OutcomeStatus;
  readonly looks: number;
  readonly unknown_since: string;
  /** when the vendor is asked next; null: a person must look */
  readonly look_at: string | null;
  readonly outcome: SettledOutcome | null;
  readonly settled_by: string | null;
  readonly settled_at: string | null;
}

export const unknownOutcomeFold: RowFold<UnknownOutcomeRow> = {
  table: 'unknown_outcome',
  key: ['action_id'],
  columns: {
    action_id: 'text',
    tenant: 'text',
    run_id: 'text',
    step_id: 'text',
    tool: 'text',
    code: 'text',
    reason: 'text',
    attempts: 'integer',
    status: 'text',
    looks: 'integer',
    unknown_since: 'timestamptz',
    look_at: 'timestamptz',
    outcome: 'text',
    settled_by: 'text',
    settled_at: 'timestamptz',
  },
  keyOf: ({ name, data }) => {
    switch (name) {
      case 'action.unknown':
      case 'action.look_requested':
      case 'action.escalated':
      case 'action.settled':
        return [data.actionId];
      default:
        return null;
    }
  },
  opens: ({ name }) => name === 'action.unknown',
  evolve: (row, event) => (event.name === 'action.unknown' ? begun(event) : row && change(row, event)),
};

function begun({ tenant, data }: RecordedOf<'action.unknown'>): UnknownOutcomeRow {
  const { actionId, runId, stepId, tool, code, reason, attempt, lookAt = null, completedAt } = data;
  return {
    action_id: actionId,
    tenant,
    run_id: runId,
    step_id: stepId,
    tool,
    code,
    reason,
    attempts: attempt,
    status: lookAt === null ? 'open' : 'looked_up',
    looks: 0,
    unknown_since: completedAt,
    look_at: lookAt,
    outcome: null,
    settled_by: null,
    settled_at: null,
  };
}

function change(row: UnknownOutcomeRow, event: RecordedOf<EventName>): UnknownOutcomeRow {
  switch (event.name) {
    case 'action.look_requested':
      return { ...row, looks: event.data.look, look_at: event.data.nextAt };
    case 'action.escalated':
      return { ...row, status: 'open', look_at: null };
    case 'action.settled': {
      const { outcome, settledBy, settledAt } = event.data;
      return { ...row, status: 'settled', look_at: null, outcome, settled_by: settledBy, settled_at: settledAt };
    }
    default:
      return row;
  }
}
