import { parseStream, token, type EventName, type RecordedOf } from '@arbiter/contracts';
import type { RowFold } from '../row-model';

/** TL-03: the memory of a session (a chat) at the moment when a message came in. */
export interface SessionMemory {
  readonly tenant: string;
  readonly session_id: string;
  /** everything that came in, this included */
  readonly history_count: number;
  /** names of values known, as far as an event names them */
  readonly params_keys: readonly string[];
  readonly waiting_for_param: string | null;
  readonly waiting_thread: string | null;
  /** of the latest message */
  readonly last_at: string;
}

export const sessionMemoryFold: RowFold<SessionMemory> = {
  table: 'session_memory',
  key: ['tenant', 'session_id'],
  columns: {
    tenant: 'text',
    session_id: 'text',
    history_count: 'integer',
    params_keys: 'jsonb',
    waiting_for_param: 'text',
    waiting_thread: 'text',
    last_at: 'timestamptz',
  },
  keyOf: ({ name, tenant, stream, data }) => {
    switch (name) {
      case 'turn.received':
      case 'run.submitted':
        return [tenant, token(data.sessionId)];
      case 'run.completed':
        return data.question === null ? null : [tenant, token(data.sessionId)];
      case 'turn.routed':
        return data.category === 'answer_to_pending' ? [tenant, chatOf(stream)] : null;
      case 'intent.classified':
      case 'thread.followed':
        return [tenant, chatOf(stream)];
      default:
        return null;
    }
  },
  opens: () => false,
  evolve: (row, event) => {
    if (event.name === 'turn.received' || event.name === 'run.submitted') return remembered(row, event);
    return row && change(row, event);
  },
};

/** The chat of a conversation's stream. */
const chatOf = (stream: string): string => parseStream(stream).key.split('.')[0] as string;

/** The memory once `event` has come in. */
export function remembered(
  memory: SessionMemory | null,
  { tenant, time, data }: RecordedOf<'turn.received' | 'run.submitted'>,
): SessionMemory {
  if (memory) return { ...memory, history_count: memory.history_count + 1, last_at: time };
  return {
    tenant,
    session_id: token(data.sessionId),
    history_count: 1,
    params_keys: [],
    waiting_for_param: null,
    waiting_thread: null,
    last_at: time,
  };
}

function change(memory: SessionMemory, event: RecordedOf<EventName>): SessionMemory {
  switch (event.name) {
    case 'run.completed':
      // From the run's own fact, not from its thread's: the thread's fact may come after the next message, this one
      // cannot.
      return { ...memory, waiting_for_param: event.data.question?.key ?? null, waiting_thread: event.data.threadId };
    case 'turn.routed':
      return memory.waiting_for_param === null ? memory : answered(knowing(memory, [memory.waiting_for_param]));
    case 'intent.classified':
      return knowing(memory, event.data.redactedParams);
    case 'thread.followed':
      return followed(memory, event);
    default:
      return memory;
  }
}

const knowing = (memory: SessionMemory, names: readonly string[]): SessionMemory => ({
  ...memory,
  params_keys: [...new Set([...memory.params_keys, ...names])],
});

const answered = (memory: SessionMemory): SessionMemory => ({
  ...memory,
  waiting_for_param: null,
  waiting_thread: null,
});

/** The end of a topic clears its known values and its open question. */
function followed(memory: SessionMemory, { data }: RecordedOf<'thread.followed'>): SessionMemory {
  if (data.status !== 'done' && data.status !== 'failed') return memory;
  return { ...(memory.waiting_thread === data.threadId ? answered(memory) : memory), params_keys: [] };
}
