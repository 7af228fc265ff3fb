import { NO_SUCH_PAGE, oneLine, type ToolOutcome } from '@arbiter/contracts';
import type { CompiledTool } from './compiled-tool';
import { pageOf } from './next-page';

/**
 * AG-10: what one call means for the action.
 * - `transient`: it had no effect and may succeed later; `isUnsent`: it never left this process, which shows nothing
 *   about the vendor
 * - `permanent`: this request had no effect and never will; see Refusal for the requests before it
 * - `ambiguous`: it may have had its effect; `code` and `reason` hold nothing of the vendor's own words
 * - `isBusy`: the vendor may be at work on an earlier request with the same key
 */
export type EffectOutcome =
  | { readonly kind: 'succeeded'; readonly result: unknown }
  | {
      readonly kind: 'transient';
      readonly code: string;
      readonly reason: string;
      readonly retryAfterMilliseconds: number | null;
      readonly isUnsent?: true;
      readonly isBusy?: true;
    }
  | Refusal
  | { readonly kind: 'ambiguous'; readonly code: string; readonly reason: string };

/**
 * A refused request. It says nothing of an earlier request of the same action that may have had its effect, unless it
 * is final: the tool declares that the vendor gives this answer only where that one has no effect either.
 */
export interface Refusal {
  readonly kind: 'permanent';
  readonly code: string;
  readonly reason: string;
  readonly isFinal?: true;
  readonly isBusy?: true;
  readonly retryAfterMilliseconds?: number;
}

type Response = Extract<ToolOutcome, { kind: 'response' }>;

/**
 * The outcome of a tool's call, from the result of the network (EX-22, EX-23). A read is never ambiguous: it has no
 * effect.
 */
export function effectOutcome(tool: CompiledTool, outcome: ToolOutcome): EffectOutcome {
  switch (outcome.kind) {
    case 'response':
      return ofResponse(tool, outcome);
    case 'not_sent':
      return {
        kind: 'transient',
        code: 'vendor_unavailable',
        reason: outcome.reason,
        retryAfterMilliseconds: outcome.retryAfterMilliseconds,
        ...unsent(outcome),
      };
    case 'refused':
      return { kind: 'permanent', code: 'tool_unusable', reason: outcome.reason };
    case 'no_response':
      return perhaps(tool, outcome.code === 'timed_out' ? 'timed_out' : 'connection_lost', outcome.reason);
  }
}

/** This process did not come to send it in time: the vendor was not tried. */
export const unsent = (outcome: ToolOutcome): { readonly isUnsent?: true } =>
  outcome.kind === 'not_sent' && outcome.code === 'deadline_passed' ? { isUnsent: true } : {};

function ofResponse(tool: CompiledTool, response: Response): EffectOutcome {
  const { status } = response;
  if (status >= 200 && status < 300) return ofSuccess(tool, response);
  if (status === 429) return transient('rate_limited', response);
  if (status === 503) return transient('vendor_unavailable', response);
  if (status === 408 || status === 425) return transient('timed_out', response);
  if (status >= 500) return perhaps(tool, 'vendor_unavailable', `the vendor answered ${status}`);
  // A redirect often follows an effect, so it does not prove that there was none.
  if (status < 400)
    return isRead(tool)
      ? permanent('redirected', response)
      : perhaps(tool, 'redirected', `the vendor answered ${status}, and redirects are not followed`);
  return refusal(tool, response);
}

function refusal(tool: CompiledTool, response: Response): Refusal {
  const { status, retryAfterMilliseconds } = response;
  const code = codeOf(tool, response);
  const refused = permanent(code, response);
  if (tool.definition.finalErrors?.some((final) => final === code || final === String(status)))
    return { ...refused, isFinal: true };
  if (!BUSY.has(status)) return refused;
  return { ...refused, isBusy: true, ...(retryAfterMilliseconds === null ? {} : { retryAfterMilliseconds }) };
}

/** Conflict, Locked, Too Early: what a vendor answers to a key while it is at work on the first request with it. */
const BUSY: ReadonlySet<number> = new Set([409, 423, 425]);

/** It is done, but an unusable answer is no result: a probe has to find out what was done. */
function ofSuccess(tool: CompiledTool, response: Response): EffectOutcome {
  const { status, body, unreadable } = response;
  if (unreadable)
    return unusable(tool, `the vendor answered ${status} with a body that cannot be read (${unreadable})`);
  let hint: string;
  try {
    if (tool.isResult(body)) return succeeded(tool, body, response);
    const fitting = tool.listThatFits(body);
    if (fitting !== null) return succeeded(tool, fitting, response);
    hint = tool.hintOfResult(body);
  } catch {
    return unusable(tool, 'the result schema of the tool is not valid JSON Schema 2020-12');
  }
  return unusable(
    tool,
    `the vendor answered ${status} with a result that does not fit the tool's result schema${hint}`,
  );
}

function succeeded(tool: CompiledTool, result: unknown, response: Response): EffectOutcome {
  const page = pageOf(tool.definition.list, result, response);
  return page.kind === 'page' ? { kind: 'succeeded', result: page.result } : unusable(tool, page.reason);
}

function unusable(tool: CompiledTool, reason: string): EffectOutcome {
  return isRead(tool)
    ? { kind: 'permanent', code: 'result_invalid', reason }
    : { kind: 'ambiguous', code: 'result_invalid', reason };
}

const isRead = ({ definition }: CompiledTool): boolean => definition.riskClass === 'read';

function perhaps(tool: CompiledTool, code: string, reason: string): EffectOutcome {
  const readCode = code === 'connection_lost' ? 'vendor_unavailable' : code;
  return isRead(tool)
    ? { kind: 'transient', code: readCode, reason, retryAfterMilliseconds: null }
    : { kind: 'ambiguous', code, reason };
}

const transient = (code: string, { status, retryAfterMilliseconds }: Response): EffectOutcome => ({
  kind: 'transient',
  code,
  reason: `the vendor answered ${status}`,
  retryAfterMilliseconds,
  ...(BUSY.has(status) && { isBusy: true }),
});

const permanent = (code: string, response: Response): Refusal => ({
  kind: 'permanent',
  code,
  reason: reasonOf(response),
});

/** The vendor's own code where the tool names it, else the standard one of the status. */
function codeOf({ definition }: CompiledTool, { status, body }: Response): string {
  const code = textProperty(body, 'code');
  if (code !== null && definition.errors?.includes(code)) return code;
  if (definition.list?.past?.includes(status)) return NO_SUCH_PAGE;
  switch (status) {
    case 401:
    case 403:
      return 'auth_failed';
    case 404:
    case 410:
      return 'not_found';
    case 409:
    case 423:
      return 'conflict';
    case 412:
      return 'precondition_failed';
    default:
      return 'vendor_rejected';
  }
}

const MAXIMUM_REASON = 200;

/** The vendor's message, cut short and on one line. It is sealed in the fact and never read as an instruction. */
function reasonOf({ status, body }: Response): string {
  const message = oneLine(textProperty(body, 'message') ?? '');
  if (message === '') return `the vendor answered ${status}`;
  return `the vendor answered ${status}: ${Array.from(message).slice(0, MAXIMUM_REASON).join('')}`;
}

function textProperty(body: unknown, name: string): string | null {
  if (body === null || typeof body !== 'object' || !Object.hasOwn(body, name)) return null;
  const value = (body as Record<string, unknown>)[name];
  return typeof value === 'string' ? value : null;
}
