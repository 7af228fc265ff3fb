import { createHash } from 'node:crypto';
import {
  actionEndsIn,
  actionIdOf,
  isActionEnd,
  stepOrigin,
  type ActionEnd,
  type EventData,
  type EventName,
  type RecordedOf,
} from '@arbiter/contracts';
import { dayOf } from '../row-days';
import type { RowFold } from '../row-model';

/** TL-13: one action, from its request to its end, with the plan it belongs to; arguments and results are left out. */
export interface ActionRow {
  readonly action_id: string;
  readonly tenant: string;
  readonly run_id: string;
  readonly step_id: string;
  readonly session_id: string | null;
  readonly thread_id: string | null;
  readonly plan_hash: string | null;
  readonly tool: string;
  readonly risk_class: string | null;
  readonly status: ActionStatus;
  readonly attempts: number;
  readonly key_hash: string | null;
  /** while it waits for a yes: what it would do, the same in every conversation */
  readonly deed: string | null;
  readonly checks: EventData<'action.denied'>['checks'] | null;
  readonly code: string | null;
  readonly recovered: boolean;
  readonly requested_at: string | null;
  readonly dispatched_at: string | null;
  readonly completed_at: string | null;
  readonly opened_on: string;
}

const STATUSES = {
  'action.requested': 'requested',
  'segment.requested': 'requested',
  'segment.returned': 'returned',
  'action.denied': 'denied',
  'action.suspended': 'suspended',
  'action.approved': 'approved',
  'action.rejected': 'rejected',
  'action.queued': 'queued',
  'action.dispatched': 'dispatched',
  'action.retry_scheduled': 'retry_scheduled',
  'action.succeeded': 'succeeded',
  'action.failed': 'failed',
  'action.unknown': 'unknown',
  'action.settled': 'unknown',
  'action.cancelled': 'cancelled',
} as const satisfies Partial<Record<EventName, string>>;
type ActionEvent = RecordedOf<keyof typeof STATUSES>;
export type ActionStatus = (typeof STATUSES)[keyof typeof STATUSES];

/** How an action ended. */
export const statusOfEnd = ({ name }: Pick<ActionEnd, 'name'>): ActionStatus => STATUSES[name];

export const actionFold: RowFold<ActionRow> = {
  table: 'action_history',
  key: ['action_id'],
  isDated: true,
  columns: {
    action_id: 'text',
    tenant: 'text',
    run_id: 'text',
    step_id: 'text',
    session_id: 'text',
    thread_id: 'text',
    plan_hash: 'text',
    tool: 'text',
    risk_class: 'text',
    status: 'text',
    attempts: 'integer',
    key_hash: 'text',
    deed: 'text',
    checks: 'jsonb',
    code: 'text',
    recovered: 'boolean',
    requested_at: 'timestamptz',
    dispatched_at: 'timestamptz',
    completed_at: 'timestamptz',
    opened_on: 'date',
  },
  partsOf: stepsOf,
  keyOf: (event) => (isAction(event) ? [actionOf(event).actionId] : null),
  opens: ({ name }) => name === 'action.requested' || name === 'segment.requested',
  evolve: (row, event) => {
    if (!isAction(event) || (event.name === 'segment.returned' && row?.status !== 'requested')) return row;
    const status = STATUSES[event.name];
    const after = { ...change(row ?? unrequested(event), event), status: settledStatusOf(event) ?? status };
    return isActionEnd(event)
      ? { ...after, completed_at: 'completedAt' in event.data ? event.data.completedAt : event.time }
      : after;
  },
};

/** What had become of an action is known in the end. */
const settledStatusOf = (event: ActionEvent): ActionStatus | null =>
  event.name === 'action.settled' ? (event.data.outcome === 'done' ? 'succeeded' : 'failed') : null;

const isAction = (event: RecordedOf<EventName>): event is ActionEvent => event.name in STATUSES;

/** A fact of a segment is about each of its steps: it is split into one fact per step. */
function stepsOf(event: RecordedOf<EventName>): readonly RecordedOf<EventName>[] {
  switch (event.name) {
    case 'segment.requested':
      return event.data.steps.map((step) => ({ ...event, data: { ...event.data, steps: [step] } }));
    case 'segment.returned':
      return event.data.stepIds.map((stepId) => ({ ...event, data: { ...event.data, stepIds: [stepId] } }));
    case 'segment.ended':
      return actionEndsIn(event);
    default:
      return [event];
  }
}

function actionOf(event: ActionEvent): Pick<EventData<'action.requested'>, 'actionId' | 'stepId' | 'tool'> {
  const { runId } = event.data;
  if (event.name === 'segment.requested') {
    const { stepId, asked, tool } = event.data.steps[0]!;
    return { actionId: actionIdOf(runId, stepOrigin(stepId, asked)), stepId, tool };
  }
  if (event.name !== 'segment.returned') return event.data;
  const [stepId] = event.data.stepIds as [string];
  return { actionId: actionIdOf(runId, stepOrigin(stepId)), stepId, tool: '' };
}

function unrequested(event: ActionEvent): ActionRow {
  const { actionId, stepId, tool } = actionOf(event);
  return {
    action_id: actionId,
    tenant: event.tenant,
    run_id: event.data.runId,
    step_id: stepId,
    session_id: null,
    thread_id: null,
    plan_hash: null,
    tool,
    risk_class: null,
    status: 'requested',
    attempts: 0,
    key_hash: null,
    deed: null,
    checks: null,
    code: null,
    recovered: false,
    requested_at: null,
    dispatched_at: null,
    completed_at: null,
    opened_on: dayOf(event.time),
  };
}

function change(row: ActionRow, event: ActionEvent): ActionRow {
  switch (event.name) {
    case 'action.requested': {
      const { sessionId, threadId, planHash, idempotencyKey, requestedAt } = event.data;
      return {
        ...row,
        session_id: sessionId,
        thread_id: threadId,
        plan_hash: planHash,
        key_hash: hashOf(idempotencyKey),
        requested_at: requestedAt,
      };
    }
    case 'segment.requested': {
      const { sessionId, threadId, planHash, requestedAt } = event.data;
      return { ...row, session_id: sessionId, thread_id: threadId, plan_hash: planHash, requested_at: requestedAt };
    }
    case 'action.dispatched':
      return { ...row, attempts: event.data.attempt, dispatched_at: row.dispatched_at ?? event.time };
    case 'action.retry_scheduled':
    case 'action.unknown':
      return { ...row, attempts: event.data.attempt, code: event.data.code };
    case 'action.succeeded':
      return {
        ...checked(row, event.data.checks),
        attempts: event.data.attempt,
        code: null,
        recovered: event.data.recovered,
      };
    case 'action.failed':
      return { ...checked(row, event.data.checks), attempts: event.data.attempt, code: event.data.code };
    case 'action.settled':
      return { ...row, code: event.data.outcome === 'done' ? null : 'no_effect', recovered: true };
    case 'action.denied':
      return { ...checked(row, event.data.checks), code: event.data.code };
    case 'action.suspended':
      return { ...keyed(row, event.data), deed: event.data.deed };
    case 'action.queued':
      return keyed(row, event.data);
    case 'action.rejected':
      return { ...row, code: event.data.code };
    default:
      return row;
  }
}

const checked = (row: ActionRow, checks: ActionRow['checks']): ActionRow =>
  checks ? { ...row, checks, risk_class: checks.riskClass } : row;

/** An action that reads lead to travels with their segment, and has its key from the gateway's own fact. */
const keyed = (
  row: ActionRow,
  { checks, idempotencyKey }: EventData<'action.suspended' | 'action.queued'>,
): ActionRow => ({ ...checked(row, checks), key_hash: hashOf(idempotencyKey) });

const hashOf = (key: string): string => createHash('sha256').update(key).digest('hex');
