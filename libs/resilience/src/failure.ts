import { ArbiterError, conflict, retryable, terminal } from '@arbiter/contracts';
import type { Part } from './outage';

/**
 * Classifies an error by its cause.
 *
 * - `outage`: a dependency of the service is away. The work is tried again once it is back, for any length of time, and
 *   no failure is counted.
 * - `passing`: nothing of the input either, but only this piece of work meets it; tried again
 * - `conflict`: another writer was faster; read again and decide again
 * - `input`: the input itself cannot be handled, now or ever
 * - `fault`: an unexpected error, taken for the input's own
 */
export type Failure =
  | { readonly kind: 'outage'; readonly part: Part; readonly cause: string }
  | { readonly kind: 'passing' | 'conflict' | 'input' | 'fault'; readonly cause: string };

/** SQLSTATE classes that the environment causes. A code in no table here counts as the input's fault. */
const ENVIRONMENT: Readonly<Record<string, { readonly part: Part; readonly cause: string }>> = {
  '08': { part: 'postgres', cause: 'postgres_away' },
  '25': { part: 'postgres', cause: 'postgres_read_only' },
  '28': { part: 'postgres', cause: 'postgres_refuses_login' },
  '3D': { part: 'schema', cause: 'schema_differs' },
  '3F': { part: 'schema', cause: 'schema_differs' },
  '42': { part: 'schema', cause: 'schema_differs' },
  '53': { part: 'postgres', cause: 'postgres_exhausted' },
  '57': { part: 'postgres', cause: 'postgres_interrupted' },
  '58': { part: 'postgres', cause: 'postgres_system_error' },
  XX: { part: 'postgres', cause: 'postgres_internal_error' },
};
/** Rolled back for the sake of others: a serialisation failure, a deadlock, a lock that could not be had. */
const PASSING: Readonly<Record<string, string>> = { '40': 'postgres_rolled_back', '55': 'postgres_locked' };
const STATEMENT_CANCELLED = '57014';

const UNIQUE_VIOLATION = '23505';
/** The primary key of the UI log fences writers: a writer that meets it was overtaken by another. */
const FENCE = /^ui_log.*_pkey$/;

const SYSTEM_ERROR = /^E[A-Z_]{3,}$/;
const SQLSTATE = /^[0-9A-Z]{5}$/;

/** Messages of the driver about a lost, missing or silent connection, which have no code. */
const CODELESS =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end)/;

const BROKER_ERRORS: ReadonlySet<string> = new Set([
  'TimeoutError',
  'ClosedConnectionError',
  'DrainingConnectionError',
  'ConnectionError',
  'NoRespondersError',
  'RequestError',
  'JetStreamError',
  'JetStreamApiError',
  'JetStreamNotEnabled',
]);
/** Our own error codes that mean an outage, and the part that is away. */
const OWN_OUTAGES: Readonly<Record<string, Part>> = {
  publish_refused: 'nats',
  publish_timed_out: 'nats',
  broker_unreachable: 'nats',
  wrong_master_key: 'keys',
};

/** There is one of its key already, whatever the table. */
export const isDuplicate = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === UNIQUE_VIOLATION;

export function failureOf(error: unknown): Failure {
  if (error instanceof ArbiterError) return ofOwn(error);
  if (typeof error !== 'object' || error === null) return { kind: 'fault', cause: 'internal' };
  const {
    code,
    message = '',
    name = '',
    constraint,
  } = error as { code?: unknown; message?: string; name?: string; constraint?: unknown };
  if ((typeof code === 'string' && SYSTEM_ERROR.test(code)) || CODELESS.test(message))
    return { kind: 'outage', part: 'postgres', cause: 'postgres_away' };
  if (typeof code === 'string' && SQLSTATE.test(code)) return ofPostgres(code, constraint);
  if (BROKER_ERRORS.has(name)) return { kind: 'outage', part: 'nats', cause: 'nats_away' };
  return { kind: 'fault', cause: 'internal' };
}

function ofOwn({ kind, code }: ArbiterError): Failure {
  const part = OWN_OUTAGES[code];
  if (part) return { kind: 'outage', part, cause: code };
  return { kind: kind === 'terminal' ? 'input' : kind === 'conflict' ? 'conflict' : 'passing', cause: code };
}

function ofPostgres(code: string, constraint: unknown): Failure {
  if (code === UNIQUE_VIOLATION && typeof constraint === 'string' && FENCE.test(constraint))
    return { kind: 'conflict', cause: 'overtaken' };
  if (code === STATEMENT_CANCELLED) return { kind: 'passing', cause: 'postgres_too_slow' };
  const type = code.slice(0, 2);
  if (PASSING[type]) return { kind: 'passing', cause: PASSING[type] };
  const environment = ENVIRONMENT[type];
  return environment ? { kind: 'outage', ...environment } : { kind: 'input', cause: 'postgres_refuses_data' };
}

/** The error does not concern the input: the same input may succeed later. */
export const isPassing = (error: unknown): boolean => {
  const { kind } = failureOf(error);
  return kind === 'outage' || kind === 'passing' || kind === 'conflict';
};

/** Turns an error into an ArbiterError; an error that does not concern the input is retryable. */
export function asArbiterError(error: unknown): ArbiterError {
  if (error instanceof ArbiterError) return error;
  const message = error instanceof Error ? error.message : String(error);
  const { kind, cause } = failureOf(error);
  if (kind === 'conflict') return conflict(cause, message, error);
  return kind === 'outage' || kind === 'passing'
    ? retryable(cause, message, PAUSE_MILLISECONDS, error)
    : terminal('internal', message, undefined, error);
}

const PAUSE_MILLISECONDS = 1_000;
