import type { EventName, PlanStep, RecordedOf } from '@arbiter/contracts';
import { dayOf } from '../row-days';
import type { RowFold } from '../row-model';

type PlannedStep = Pick<PlanStep, 'id' | 'type' | 'title' | 'dependsOn' | 'optional'> & {
  readonly tool: string | null;
};

/** The planner's answer to a run's request; its arguments are left out. */
export interface PlanRow {
  readonly run_id: string;
  readonly tenant: string;
  readonly plan_hash: string | null;
  readonly session_id: string;
  readonly thread_id: string | null;
  readonly intent_id: string | null;
  readonly template: string | null;
  readonly template_version: string | null;
  readonly steps: readonly PlannedStep[];
  readonly fallback: boolean;
  readonly rejection: string | null;
  readonly decided_at: string;
  readonly opened_on: string;
}

type Planned = RecordedOf<'plan.accepted' | 'plan.rejected'>;

export const planFold: RowFold<PlanRow> = {
  table: 'plan_history',
  key: ['run_id'],
  isDated: true,
  columns: {
    run_id: 'text',
    tenant: 'text',
    plan_hash: 'text',
    session_id: 'text',
    thread_id: 'text',
    intent_id: 'text',
    template: 'text',
    template_version: 'text',
    steps: 'jsonb',
    fallback: 'boolean',
    rejection: 'text',
    decided_at: 'timestamptz',
    opened_on: 'date',
  },
  keyOf: (event) => (isPlanned(event) ? [event.data.requestId] : null),
  opens: () => true,
  evolve: (row, event) => (isPlanned(event) ? rowOf(event) : row),
};

const isPlanned = (event: RecordedOf<EventName>): event is Planned =>
  event.name === 'plan.accepted' || event.name === 'plan.rejected';

function rowOf(event: Planned): PlanRow {
  const { tenant, time, data } = event;
  const row = {
    run_id: data.requestId,
    tenant,
    session_id: data.sessionId,
    thread_id: data.threadId,
    decided_at: time,
    opened_on: dayOf(time),
  };
  if (event.name === 'plan.rejected') {
    return {
      ...row,
      plan_hash: null,
      intent_id: null,
      template: null,
      template_version: null,
      steps: [],
      fallback: false,
      rejection: event.data.reason,
    };
  }
  const { plan, planHash, fallback } = event.data;
  const { intentId, template, templateVersion } = plan;
  return {
    ...row,
    plan_hash: planHash,
    intent_id: intentId,
    template,
    template_version: templateVersion,
    steps: plan.steps.map(stepOf),
    fallback,
    rejection: null,
  };
}

const stepOf = ({ id, type, title, tool, dependsOn, optional }: PlanStep): PlannedStep => ({
  id,
  type,
  title,
  tool: tool ?? null,
  dependsOn,
  optional,
});
