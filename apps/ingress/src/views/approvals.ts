import {
  shownValue,
  streamOf,
  type ApprovalDecision,
  type ApprovalStatus,
  type ApprovalView,
  type EventName,
  type KnownApproval,
  type RecordedOf,
  type Values,
} from '@arbiter/contracts';
import type { Database, EventStore } from '@arbiter/store';
import { preparedFor } from './prepared';

export const PAGE_APPROVALS = 50;

/** Where an answer to it goes. */
export interface AskedBranch {
  readonly branchId: string;
  readonly binding: string;
}

export interface ApprovalPlace {
  readonly askedAt: string;
  readonly id: string;
}

/** Which of those that wait. */
export interface WantedApprovals {
  readonly after: ApprovalPlace | null;
  readonly playbook: string | null;
  /** ISO date */
  readonly day: string | null;
}

interface Row {
  readonly action_id: string;
  readonly playbook: string;
  readonly day: string;
  readonly run_id: string;
  readonly branch_id: string;
  readonly asked_in: number;
  readonly object: string;
  readonly binding: string;
  readonly status: ApprovalStatus;
  readonly decision: ApprovalDecision | null;
  readonly code: string | null;
  readonly answered_by: string | null;
  readonly asked_at: Date;
  readonly expires_at: Date;
  readonly answered_at: Date | null;
  readonly ended_at: Date | null;
}

const COLUMNS = `action_id, playbook, to_char(day, 'YYYY-MM-DD') as day, run_id, branch_id, asked_in, object, binding, status, decision, code,
                 answered_by, asked_at, expires_at, answered_at, ended_at`;

/** The facts that an approval is shown by: of its branch, and of its action. */
const SHOWN = new Set<EventName>(['run.suspended', 'run.planned', 'branch.revised', 'action.suspended']);

/** The approvals of a tenant's playbooks. Their content is read from the log, the only place where it can be opened. */
export class Approvals {
  constructor(
    private readonly database: Database,
    private readonly store: EventStore,
  ) {}

  /**
   * The waiting approvals, the oldest first; at most PAGE_APPROVALS, those asked after `after`, of a playbook or a day
   * if one is named.
   */
  async open(tenant: string, { after, playbook, day }: WantedApprovals): Promise<readonly ApprovalView[]> {
    const { rows } = await this.database.pool.query<Row>({
      name: 'open-approvals',
      text: `select ${COLUMNS} from approval where tenant = $1 and status = 'open' and expires_at > now()
             and ($2::timestamptz is null or (asked_at, action_id) > ($2, $3::text))
             and ($4::text is null or playbook = $4) and ($5::date is null or day = $5)
             order by asked_at, action_id limit $6`,
      values: [tenant, after?.askedAt ?? null, after?.id ?? null, playbook, day, PAGE_APPROVALS],
    });
    return this.viewsOf(tenant, rows);
  }

  /** Null when nothing was seen of it. */
  async find(tenant: string, id: string): Promise<(ApprovalView & AskedBranch) | null> {
    const { rows } = await this.database.pool.query<Row>({
      name: 'approval',
      text: `select ${COLUMNS} from approval where action_id = $2 and tenant = $1`,
      values: [tenant, id],
    });
    const [view] = await this.viewsOf(tenant, rows);
    return view ? { ...view, branchId: rows[0]!.branch_id, binding: rows[0]!.binding } : null;
  }

  private async viewsOf(tenant: string, rows: readonly Row[]): Promise<readonly ApprovalView[]> {
    const branchStream = ({ branch_id: branch }: Row) => streamOf('run', tenant, branch);
    const actionStream = ({ action_id: action }: Row) => streamOf('action', tenant, action);
    const facts = await this.store.readKinds([...rows.map(branchStream), ...rows.map(actionStream)], SHOWN);
    const byStream = Map.groupBy(facts, ({ stream }) => stream);
    const branchOf = (row: Row) => byStream.get(branchStream(row)) ?? [];
    const askedOf = (row: Row) => branchOf(row).find((fact) => isAskedIn(fact, row));
    const prepared = await preparedFor(
      this.store,
      rows.map((row) => ({
        tenant,
        branchId: row.branch_id,
        actionId: row.action_id,
        stepId: askedOf(row)?.data.stepId,
        branch: branchOf(row),
      })),
    );
    return rows.map((row) => ({
      ...knownOf(row),
      ...wordsOf(askedOf(row)),
      ...deedOf(byStream.get(actionStream(row)) ?? []),
      prepared: prepared.get(row.action_id) ?? [],
    }));
  }
}

const knownOf = (row: Row): KnownApproval => ({
  id: row.action_id,
  playbook: row.playbook,
  day: row.day,
  runId: row.run_id,
  object: row.object,
  status: row.status,
  decision: row.decision,
  code: row.code,
  answeredBy: row.answered_by,
  askedAt: row.asked_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
  answeredAt: row.answered_at?.toISOString() ?? null,
  endedAt: row.ended_at?.toISOString() ?? null,
});

const isAskedIn = (fact: RecordedOf<EventName>, { asked_in }: Row): fact is RecordedOf<'run.suspended'> =>
  fact.name === 'run.suspended' && fact.version === asked_in;

const wordsOf = (fact: RecordedOf<'run.suspended'> | undefined): Pick<ApprovalView, 'question' | 'plan'> => ({
  question: fact?.data.question.prompt ?? null,
  plan: fact?.data.proposal ?? null,
});

/** The reads that led to an action may come before it in its stream. */
function deedOf(facts: readonly RecordedOf<EventName>[]): Pick<ApprovalView, 'tool' | 'args' | 'rule' | 'reasons'> {
  const suspended = facts.find((fact) => fact.name === 'action.suspended');
  if (!suspended) return { tool: null, args: null, rule: null, reasons: [] };
  const { tool, request, checks } = suspended.data;
  return {
    tool,
    args: (shownValue(request['sent'] ?? request['args']) as Values | undefined) ?? null,
    rule: checks.rule,
    reasons: checks.reasons,
  };
}
