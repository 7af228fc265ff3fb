import type { RunView } from '@arbiter/contracts';

/** Codes that say that something is out of order, here or at a vendor, or that its outcome is unknown. */
const FAULTS: ReadonlySet<string> = new Set([
  'auth_failed',
  'cancelled_unsettled',
  'connection_lost',
  'dependency_missing',
  'empty_scope',
  'expression_failed',
  'internal',
  'interrupted',
  'invalid_template',
  'key_window_over',
  'outcome_pending',
  'rate_limited',
  'redirected',
  'result_invalid',
  'timed_out',
  'tool_unusable',
  'unknown_copy',
  'unknown_template',
  'unknown_tool',
  'vendor_unavailable',
]);

/**
 * Whether a run's end is to be shown as something that went wrong. That something is not there or not allowed is an
 * answer like others.
 */
export const isFault = ({ status, code, header }: RunView): boolean =>
  (status === 'error' && FAULTS.has(code ?? 'internal')) ||
  (header?.steps.some((step) => step.status === 'unknown') ?? false);
