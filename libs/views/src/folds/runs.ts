import { stepEndsIn, type EventData, type EventName, type RecordedOf, type RunStatus } from '@arbiter/contracts';
import { dayOf } from '../row-days';
import type { RowFold } from '../row-model';
import { changedStep, endedSteps, plannedSteps, type ViewedStep } from './run-steps';

/** One run; the reply and the texts and results of steps are left out. */
export interface RunRow {
  readonly run_id: string;
  readonly tenant: string;
  readonly session_id: string;
  readonly thread_id: string | null;
  readonly channel: string;
  readonly message_id: string | null;
  readonly intent_id: string | null;
  readonly template: string | null;
  readonly plan_hash: string | null;
  readonly artifacts: string;
  readonly status: RunStatus | 'running' | 'suspended' | 'cancelling';
  readonly code: string | null;
  readonly header: { readonly steps: readonly ViewedStep[] };
  readonly question: { readonly key: string; readonly expectedType: string } | null;
  readonly fallback: boolean;
  readonly started_at: string;
  readonly completed_at: string | null;
  readonly opened_on: string;
}

export const runFold: RowFold<RunRow> = {
  table: 'run_history',
  key: ['run_id'],
  isDated: true,
  columns: {
    run_id: 'text',
    tenant: 'text',
    session_id: 'text',
    thread_id: 'text',
    channel: 'text',
    message_id: 'text',
    intent_id: 'text',
    template: 'text',
    plan_hash: 'text',
    artifacts: 'text',
    status: 'text',
    code: 'text',
    header: 'jsonb',
    question: 'jsonb',
    fallback: 'boolean',
    started_at: 'timestamptz',
    completed_at: 'timestamptz',
    opened_on: 'date',
  },
  keyOf: ({ name, data }) => {
    switch (name) {
      case 'run.opened':
      case 'run.planned':
      case 'action.requested':
      case 'segment.requested':
      case 'segment.taken_back':
      case 'step.refused':
      case 'step.completed':
      case 'segment.completed':
      case 'run.suspended':
      case 'run.resumed':
      case 'run.cancelling':
      case 'run.completed':
        return [data.runId];
      default:
        return null;
    }
  },
  // A branch is shown as a part of its run.
  opens: (event) => event.name === 'run.opened' && event.data.branch === undefined,
  evolve: (row, event) => (event.name === 'run.opened' ? opened(event) : row && change(row, event)),
};

function opened({ tenant, data }: RecordedOf<'run.opened'>): RunRow {
  const { runId, sessionId, threadId, channel, messageId, artifacts, openedAt } = data;
  return {
    run_id: runId,
    tenant,
    session_id: sessionId,
    thread_id: threadId,
    channel,
    message_id: messageId,
    intent_id: null,
    template: null,
    plan_hash: null,
    artifacts,
    status: 'running',
    code: null,
    header: { steps: [] },
    question: null,
    fallback: false,
    started_at: openedAt,
    completed_at: null,
    opened_on: dayOf(openedAt),
  };
}

function change(row: RunRow, event: RecordedOf<EventName>): RunRow {
  switch (event.name) {
    case 'run.planned': {
      const { plan, planHash, fallback } = event.data;
      return {
        ...row,
        intent_id: plan.intentId,
        template: plan.template,
        plan_hash: planHash,
        fallback,
        header: { steps: plannedSteps(plan) },
      };
    }
    case 'action.requested':
      return event.data.origin.kind === 'undo'
        ? withStep(row, event.data.stepId, { status: 'compensating' })
        : withStep(row, event.data.stepId, { status: 'running', startedAt: event.data.requestedAt });
    case 'segment.requested':
      return withSteps(
        row,
        event.data.steps.map(({ stepId }) => stepId),
        { status: 'running', startedAt: event.data.requestedAt },
      );
    case 'segment.taken_back':
      return withSteps(row, event.data.stepIds, { status: 'pending' });
    case 'step.refused':
      return withStep(row, event.data.stepId, { status: 'pending' });
    case 'step.completed':
    case 'segment.completed':
      return stepEndsIn(event).reduce(withEnd, row);
    case 'run.suspended':
      return { ...withStep(row, event.data.stepId, { status: 'suspended' }), status: 'suspended' };
    case 'run.resumed':
      return { ...withSteps(row, stepIn(event), { status: 'running' }), status: 'running' };
    case 'run.cancelling':
      return { ...row, status: 'cancelling' };
    case 'run.completed':
      return completed(row, event);
    default:
      return row;
  }
}

const stepIn = ({ data: { stepId } }: RecordedOf<'run.resumed'>): readonly string[] =>
  stepId === undefined ? [] : [stepId];

const withSteps = (row: RunRow, stepIds: readonly string[], changes: Partial<ViewedStep>): RunRow =>
  stepIds.reduce((changed, stepId) => withStep(changed, stepId, changes), row);

const withEnd = (row: RunRow, { stepId, status, code, at }: EventData<'step.completed'>): RunRow =>
  withStep(row, stepId, { status, endedAt: at, ...(code === null ? {} : { error: { code } }) });

const withStep = (row: RunRow, stepId: string, changes: Partial<ViewedStep>): RunRow => ({
  ...row,
  header: { steps: changedStep(row.header.steps, stepId, changes) },
});

function completed(row: RunRow, { data }: RecordedOf<'run.completed'>): RunRow {
  const { status, code, question, fallback, completedAt } = data;
  return {
    ...row,
    status,
    code,
    fallback,
    completed_at: completedAt,
    header: { steps: endedSteps(row.header.steps, status) },
    question: question && { key: question.key, expectedType: question.expectedType },
  };
}
