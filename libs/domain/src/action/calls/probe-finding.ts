import {
  compileExpression,
  type ExpressionKind,
  type ListDeclaration,
  type ToolOutcome,
  type Values,
} from '@arbiter/contracts';
import { isWholeList } from '../../plan';
import type { CompiledTool } from './compiled-tool';
import { pageOf } from './next-page';
import { unsent } from './effect-outcome';

/** The vendor's answer about an effect: it took place, it did not, or that is unknown now. */
export type ProbeFinding =
  | { readonly kind: 'found'; readonly result: unknown }
  | { readonly kind: 'absent'; readonly etag: string | null; readonly status: number }
  | {
      readonly kind: 'unavailable';
      readonly code: string;
      readonly reason: string;
      readonly retryAfterMilliseconds: number | null;
      readonly isUnsent?: true;
    };

/** EX-19: reads a probe's answer by the expressions of the tool. An expression that fails shows nothing. */
export function probeFinding(tool: CompiledTool, outcome: ToolOutcome, args: Values, key: string): ProbeFinding {
  const { probe } = tool.definition;
  if (!probe) return unavailable('tool_unusable', 'the tool has no probe');
  if (outcome.kind !== 'response' || !tells(outcome.status) || outcome.unreadable) return silence(outcome);
  const values = { response: { status: outcome.status, headers: outcome.headers, body: outcome.body }, args, key };
  const found = evaluate('probe_found', probe.found, values);
  if (found === undefined)
    return unavailable(
      'result_invalid',
      `the probe answered ${outcome.status} with something its expression found cannot read`,
    );
  if (found !== true && probe.list && !isAll(probe.list, outcome))
    return unavailable(
      'result_invalid',
      'the probe answered with a part of a list, and the effect is not in that part',
    );
  if (found !== true)
    return {
      kind: 'absent',
      etag: (probe.etag ? (evaluate('probe_etag', probe.etag, values) as string) : null) ?? null,
      status: outcome.status,
    };
  const result = probe.result === undefined ? outcome.body : evaluate('probe_result', probe.result, values);
  return { kind: 'found', result: usable(tool, result) };
}

/** What is on no page is shown only by all of them. */
function isAll(list: ListDeclaration, outcome: Extract<ToolOutcome, { kind: 'response' }>): boolean {
  const page = pageOf(list, outcome.body, outcome);
  return page.kind === 'page' && isWholeList(list, page.result);
}

/** Statuses that answer the probe's question; all others are about the vendor's state or the caller. */
const tells = (status: number): boolean => (status >= 200 && status < 300) || status === 404 || status === 410;

function silence(outcome: ToolOutcome): ProbeFinding {
  if (outcome.kind !== 'response')
    return {
      ...unavailable(outcome.kind === 'refused' ? 'tool_unusable' : 'vendor_unavailable', outcome.reason),
      ...unsent(outcome),
    };
  const { status, unreadable, retryAfterMilliseconds } = outcome;
  const reason = `the probe was answered with ${status}${unreadable ? ` and a body that cannot be read (${unreadable})` : ''}`;
  if (status === 401 || status === 403) return unavailable('auth_failed', reason);
  return unavailable(status === 429 ? 'rate_limited' : 'vendor_unavailable', reason, retryAfterMilliseconds);
}

const unavailable = (code: string, reason: string, retryAfterMilliseconds: number | null = null): ProbeFinding => ({
  kind: 'unavailable',
  code,
  reason,
  retryAfterMilliseconds,
});

function evaluate(kind: ExpressionKind, source: string, values: Readonly<Record<string, unknown>>): unknown {
  try {
    return compileExpression(kind, source)(values);
  } catch {
    return undefined;
  }
}

/**
 * The effect took place whatever the probe shows of it, but only a value that fits the tool's schema becomes its
 * result.
 */
function usable(tool: CompiledTool, result: unknown): unknown {
  try {
    return result !== undefined && tool.isResult(result) ? result : null;
  } catch {
    return null;
  }
}
