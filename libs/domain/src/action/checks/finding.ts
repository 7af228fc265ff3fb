import type { DecisionContext, DenialCode, ToolCall } from '@arbiter/contracts';
import type { CompiledTool } from '../calls/compiled-tool';
import type { ActionRequest } from '../state/action-request';

/** The subject of a check. `call` throws UnfillableTemplate when the arguments do not make a request. */
export interface Subject {
  /** as it will be sent: personal values in place of their tokens (AG-08) */
  readonly request: ActionRequest;
  /** the action as it was requested */
  readonly asked: ActionRequest;
  /** the gateway made the request from the recorded plan; only the request that it was given is a claim */
  readonly isOwn: boolean;
  readonly context: DecisionContext;
  readonly tool: CompiledTool;
  readonly call: () => ToolCall;
}

/** The result of a check; `rule` names the rule of the policy that decided, if one did. */
export type Finding =
  | { readonly kind: 'pass'; readonly rule?: string; readonly reason?: string }
  | { readonly kind: 'deny'; readonly code: DenialCode; readonly reasons: readonly string[]; readonly rule?: string }
  | { readonly kind: 'suspend'; readonly rule: string; readonly reason: string; readonly question?: string };

/** A check with the name that it is recorded by. */
export type NamedCheck = readonly [name: string, check: (subject: Subject) => Finding];

export const PASS: Finding = { kind: 'pass' };
export const deny = (code: DenialCode, ...reasons: string[]): Finding => ({ kind: 'deny', code, reasons });
