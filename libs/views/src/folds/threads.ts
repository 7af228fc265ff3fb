import { parseStream, type EventData, type EventName, type RecordedOf, type ThreadStatus } from '@arbiter/contracts';
import { REDACTED } from '@arbiter/store';
import type { RowFold } from '../row-model';

/** TH-02, TH-05: a topic of a chat, without the words of its messages. */
export interface ThreadRow {
  readonly tenant: string;
  readonly thread_id: string;
  readonly session_id: string;
  readonly intent_id: string | null;
  readonly slots: Readonly<Record<string, typeof REDACTED>>;
  readonly status: ThreadStatus;
  readonly pending_question: {
    readonly key: string;
    readonly expectedType: string;
    readonly askedAtMessageId: string | null;
  } | null;
  readonly summary: string;
  readonly run_id: string | null;
  readonly message_id: string | null;
  readonly last_activity_at: string;
}

export const threadFold: RowFold<ThreadRow> = {
  table: 'thread_view',
  key: ['tenant', 'thread_id'],
  columns: {
    tenant: 'text',
    thread_id: 'text',
    session_id: 'text',
    intent_id: 'text',
    slots: 'jsonb',
    status: 'text',
    pending_question: 'jsonb',
    summary: 'text',
    run_id: 'text',
    message_id: 'text',
    last_activity_at: 'timestamptz',
  },
  keyOf,
  opens: ({ name }) => name === 'thread.opened',
  evolve: (row, event) => {
    const after = change(row, event);
    return after && { ...after, summary: summaryOf(after), last_activity_at: event.time };
  },
};

/** A run that only speaks about a thread, to report or to acknowledge, changes nothing of it (RT-07, RT-09). */
function keyOf({ name, tenant, data }: RecordedOf<EventName>): readonly string[] | null {
  switch (name) {
    case 'thread.opened':
    case 'thread.queued':
    case 'intent.classified':
    case 'thread.followed':
      return [tenant, data.threadId];
    case 'run.requested':
      return data.threadId !== null && (data.purpose === 'template' || data.purpose === 'clarify')
        ? [tenant, data.threadId]
        : null;
    default:
      return null;
  }
}

function change(row: ThreadRow | null, event: RecordedOf<EventName>): ThreadRow | null {
  if (event.name === 'thread.opened') return opened(event);
  if (!row) return null;
  switch (event.name) {
    case 'intent.classified': {
      const { intentId, redactedParams } = event.data;
      return { ...row, intent_id: intentId, slots: Object.fromEntries(redactedParams.map((name) => [name, REDACTED])) };
    }
    case 'thread.queued':
      return { ...row, intent_id: event.data.intentId, status: 'blocked', message_id: event.data.messageId };
    case 'run.requested': {
      const { intentId, requestId, messageId } = event.data;
      return {
        ...row,
        intent_id: intentId,
        status: 'in_progress',
        pending_question: null,
        run_id: requestId,
        message_id: messageId,
      };
    }
    case 'thread.followed':
      return followed(row, event.data);
    default:
      return row;
  }
}

const opened = ({ tenant, stream, time, data }: RecordedOf<'thread.opened'>): ThreadRow => ({
  tenant,
  thread_id: data.threadId,
  session_id: parseStream(stream).key,
  intent_id: null,
  slots: {},
  status: 'in_progress',
  pending_question: null,
  summary: '',
  run_id: null,
  message_id: null,
  last_activity_at: time,
});

function followed(row: ThreadRow, { status, runId, question }: EventData<'thread.followed'>): ThreadRow {
  const pending = question && {
    key: question.key,
    expectedType: question.expectedType,
    askedAtMessageId: row.message_id,
  };
  return { ...row, status, run_id: runId, pending_question: pending };
}

const SUMMARIES: Record<ThreadStatus, string> = {
  in_progress: 'is being worked on',
  waiting_for_user: 'waits for an answer',
  workflow_proposed: 'waits for an approval',
  blocked: 'waits for what came before it',
  done: 'is done',
  failed: 'has failed',
};

/**
 * One to three lines, from code alone: a model's summary would repeat what people wrote. It names the topic and its
 * state, the open question, and the values that are not shown (CL-11).
 */
function summaryOf({ intent_id, status, pending_question, slots }: ThreadRow): string {
  const withheld = Object.keys(slots);
  return [
    `${intent_id === null ? 'A request that is not understood yet' : titleOf(intent_id)} ${SUMMARIES[status]}.`,
    ...(pending_question === null
      ? []
      : [`It asks for ${ASKED[pending_question.expectedType] ?? pending_question.key}.`]),
    ...(withheld.length === 0 ? [] : [`Not shown: ${withheld.join(', ')}.`]),
  ].join('\n');
}

/** `order_status` → `Order status` */
const titleOf = (intentId: string): string => intentId.charAt(0).toUpperCase() + intentId.slice(1).replaceAll('_', ' ');

/** A question of yes or no has no value to name. */
const ASKED: Readonly<Record<string, string>> = { yes_no: 'a yes or a no' };
