import { streamOf, type OutcomeStatus, type OutcomeView, type SettledOutcome } from '@arbiter/contracts';
import type { Database, EventStore } from '@arbiter/store';

export const MOST_OUTCOMES = 100;

/** The person that an action was for, and the chat they asked in. */
export interface OutcomeOwner {
  readonly customerId: string;
  readonly sessionId: string;
}

interface Row {
  readonly action_id: string;
  readonly run_id: string;
  readonly step_id: string;
  readonly tool: string;
  readonly code: string;
  readonly reason: string;
  readonly attempts: number;
  readonly status: OutcomeStatus;
  readonly looks: number;
  readonly unknown_since: Date;
  readonly look_at: Date | null;
  readonly outcome: SettledOutcome | null;
  readonly settled_by: string | null;
  readonly settled_at: Date | null;
}

const COLUMNS =
  'action_id, run_id, step_id, tool, code, reason, attempts, status, looks, unknown_since, look_at, outcome, settled_by, settled_at';

/** The actions of a tenant of which it is unknown whether their effect took place. */
export class UnknownOutcomes {
  constructor(
    private readonly database: Database,
    private readonly store: EventStore,
  ) {}

  /** Those that are not settled, the oldest first; one more than MOST_OUTCOMES where there are more. */
  async left(tenant: string): Promise<readonly OutcomeView[]> {
    const { rows } = await this.database.pool.query<Row>({
      name: 'unknown-outcomes',
      text: `select ${COLUMNS} from unknown_outcome where tenant = $1 and status <> 'settled' order by unknown_since, action_id limit $2`,
      values: [tenant, MOST_OUTCOMES + 1],
    });
    return rows.map(viewOf);
  }

  /** Null when nothing was seen of it. */
  async find(tenant: string, id: string): Promise<OutcomeView | null> {
    const { rows } = await this.database.pool.query<Row>({
      name: 'unknown-outcome',
      text: `select ${COLUMNS} from unknown_outcome where tenant = $1 and action_id = $2`,
      values: [tenant, id],
    });
    return rows[0] ? viewOf(rows[0]) : null;
  }

  /** Null when its run has left the log. */
  async ownerOf(tenant: string, { runId }: OutcomeView): Promise<OutcomeOwner | null> {
    const [opened] = await this.store.readKinds([streamOf('run', tenant, runId)], new Set(['run.opened'] as const));
    return opened?.name === 'run.opened' ? { customerId: opened.customerId, sessionId: opened.data.sessionId } : null;
  }
}

const viewOf = (row: Row): OutcomeView => ({
  id: row.action_id,
  runId: row.run_id,
  stepId: row.step_id,
  tool: row.tool,
  code: row.code,
  reason: row.reason,
  attempts: row.attempts,
  status: row.status,
  looks: row.looks,
  unknownSince: row.unknown_since.toISOString(),
  lookAt: row.look_at?.toISOString() ?? null,
  outcome: row.outcome,
  settledBy: row.settled_by,
  settledAt: row.settled_at?.toISOString() ?? null,
});
