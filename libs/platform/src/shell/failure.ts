import { ArbiterError, terminal } from '@arbiter/contracts';

/** What an append that Postgres refused means for the batch. */
export type AppendFailure = 'retry' | 'data' | 'fatal';

const TRANSIENT_CLASSES = new Set(['08', '40', '53', '57', '58']);
const DATA_CLASSES = new Set(['22', '23', '42', '54']);
const TRANSIENT_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN']);

/** What the driver says of a lost or missing connection it gives no code. */
const CODELESS = /^(Connection terminated|timeout exceeded when trying to connect)/;

/** By SQLSTATE class: connection, deadlock and resource trouble is tried again; a data error belongs to one stream. */
export function classifyAppend(error: unknown): AppendFailure {
  if (error instanceof ArbiterError) return error.kind === 'terminal' ? 'data' : 'retry';
  const code = (error as { code?: unknown }).code;
  if (typeof code !== 'string') return CODELESS.test((error as Error).message ?? '') ? 'retry' : 'fatal';
  if (TRANSIENT_CODES.has(code) || TRANSIENT_CLASSES.has(code.slice(0, 2))) return 'retry';
  return DATA_CLASSES.has(code.slice(0, 2)) ? 'data' : 'fatal';
}

export const asArbiterError = (error: unknown): ArbiterError =>
  error instanceof ArbiterError ? error : terminal('internal', error instanceof Error ? error.message : String(error), undefined, error);
