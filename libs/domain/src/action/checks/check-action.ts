import {
  ruleOf,
  type DecisionContext,
  type DenialCode,
  type EventData,
  type ToolCall,
  type ToolDefinition,
  type Values,
} from '@arbiter/contracts';
import { buildCall } from '../calls/build-call';
import { compiledTool, type CompiledTool } from '../calls/compiled-tool';
import { templateValues } from '../calls/fill-template';
import { principalOf, type ActionRequest } from '../state/action-request';
import { policyVersionOf } from '../state/policy-version';
import { argumentsFit, requestBuilds } from './arguments';
import { consentGiven } from './consent';
import { withinConstraints } from './constraints';
import type { Finding, NamedCheck, Subject } from './finding';
import { proofOf } from './origin';
import { asSent, tokensKnown } from './personal-values';
import { policyAllows } from './policy';
import { riskAccepted } from './risk';
import { guardsAllow } from './guards';
import { hasScope, inAllowList, inScope } from './scope';

export type Checks = EventData<'action.denied'>['checks'];

/** The gateway's verdict on an action. `question` is the key of the copy that asks for the approval. */
export type ActionCheck =
  | { readonly verdict: 'deny'; readonly checks: Checks; readonly code: DenialCode; readonly reason: string }
  | (Accepted & { readonly verdict: 'allow' })
  | (Accepted & { readonly verdict: 'suspend'; readonly question: string });

interface Accepted {
  readonly checks: Checks;
  readonly tool: ToolDefinition;
  /** the arguments as they are sent */
  readonly args: Values;
  readonly call: ToolCall;
}

const CHECKS_OF_PERMISSION: readonly NamedCheck[] = [
  ['allow_list', inAllowList],
  ['scope_given', hasScope],
  ['scope', inScope],
];

const CHECKS_OF_HARM: readonly NamedCheck[] = [
  ['consent', consentGiven],
  ['guards', guardsAllow],
  ['tokens', tokensKnown],
  ['arguments', argumentsFit],
  ['request', requestBuilds],
  ['constraints', withinConstraints],
  ['policy', policyAllows],
  ['risk', riskAccepted],
];

/**
 * The checks in their order; the first refusal ends them. A check of harm comes only after the checks of permission,
 * and no claim about the origin counts before it was proven from the log.
 */
const checksOf = ({ origin }: ActionRequest): readonly NamedCheck[] => [
  ...CHECKS_OF_PERMISSION,
  ...proofOf(origin),
  ...CHECKS_OF_HARM,
];

type Pass = Extract<Finding, { kind: 'pass' }>;
type Denial = Extract<Finding, { kind: 'deny' }>;
type Suspension = Extract<Finding, { kind: 'suspend' }>;

const DEFAULT_QUESTION = 'approval_default';

/**
 * The one gate to the world (AG-02 to AG-06, AG-13, CP-01 to CP-03, CP-08 to CP-11), called
 * `policy.evaluateExecution(input, currentState)` in CP-03: the input is the request, and the state is the context with
 * the pinned artifacts and the customer. Default deny: a check that cannot decide denies. Pure, so that a refusal can
 * be reproduced.
 */
export function checkAction(asked: ActionRequest, context: DecisionContext, { isOwn } = { isOwn: false }): ActionCheck {
  const request = asSent(asked, context);
  const tool = compiledTool(context.artifacts, request.tool);
  if (!tool)
    return refuse(
      'tool',
      { kind: 'deny', code: 'unknown_tool', reasons: [`the artifacts hold no tool ${request.tool}`] },
      undefined,
      context,
    );
  let call: ToolCall | undefined;
  const build = () =>
    (call ??= buildCall(tool, templateValues(request.args, principalOf(context), request.idempotencyKey)));
  const subject: Subject = { request, asked, isOwn, context, tool, call: build };
  const suspensions: [name: string, finding: Suspension][] = [];
  const passed = new Map<string, Pass>();
  for (const [name, check] of checksOf(asked)) {
    const finding = check(subject);
    if (finding.kind === 'deny') return refuse(name, finding, tool, context);
    if (finding.kind === 'suspend') suspensions.push([name, finding]);
    else passed.set(name, finding);
  }
  if (suspensions.length > 0) return suspend(suspensions, subject);
  const { rule, reason } = passed.get('policy') ?? {};
  const checks = accepted(ruleOf('policy', rule), reason === undefined ? [] : [reason], tool, context);
  return { verdict: 'allow', checks, tool: tool.definition, args: request.args, call: build() };
}

function refuse(
  name: string,
  finding: Denial,
  tool: CompiledTool | undefined,
  { artifacts, provenance }: DecisionContext,
): ActionCheck {
  const checks: Checks = {
    allowed: false,
    rule: ruleOf(name, finding.rule),
    reasons: [...finding.reasons],
    riskClass: tool?.definition.riskClass ?? null,
    consent: consentIn(provenance),
    policyVersion: policyVersionOf(artifacts.policy),
  };
  return { verdict: 'deny', checks, code: finding.code, reason: finding.reasons.join('; ') };
}

function suspend(suspensions: readonly [string, Suspension][], { request, tool, call, context }: Subject): ActionCheck {
  const [name, first] = suspensions[0] as [string, Suspension];
  const checks = accepted(
    ruleOf(name, first.rule),
    suspensions.map(([, { reason }]) => reason),
    tool,
    context,
  );
  const question = suspensions.find(([, finding]) => finding.question !== undefined)?.[1].question ?? DEFAULT_QUESTION;
  return { verdict: 'suspend', checks, tool: tool.definition, args: request.args, call: call(), question };
}

const accepted = (
  rule: string,
  reasons: string[],
  { definition }: CompiledTool,
  { artifacts, provenance }: DecisionContext,
): Checks => ({
  allowed: true,
  rule,
  reasons,
  riskClass: definition.riskClass,
  consent: consentIn(provenance),
  policyVersion: policyVersionOf(artifacts.policy),
});

const consentIn = (provenance: DecisionContext['provenance']): Checks['consent'] =>
  provenance?.request.data.consent?.kind ?? null;
