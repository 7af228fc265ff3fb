import type { CapabilityScope, Decision, DecisionContext, Incoming } from '@arbiter/contracts';
import { canonicalHash } from '../../canonical-hash';
import type { FreshLook } from '../action-inputs';
import { checkAction } from '../checks/check-action';
import type { ActionRequest } from '../state/action-request';
import { dispatchedArgs, type ActionState } from '../state/action-state';
import { bindingOf } from '../state/binding';
import { policyVersionOf } from '../state/policy-version';
import { rejected } from './endings';
import { staleLook } from './fresh-looks';
import { firstQueued } from './queue';

type Suspended = Extract<ActionState, { status: 'suspended' }>;

/**
 * AP-08: an approval is for exactly the action that was shown, once, and in time; the checks must pass at the moment of
 * sending too. It counts only in the conversation that asked for the run. An action of a run without a recorded request
 * can only be declined. `looks` are the repeated reads that the action relies on.
 */
export function onApprovalGiven(
  state: ActionState,
  { data, stream }: Incoming<'approval.given'>,
  context: DecisionContext,
  looks: readonly FreshLook[] = [],
): Decision {
  if (state.status !== 'suspended') return { ignored: 'not_suspended' };
  if (data.runId !== state.action.runId) return { ignored: 'another_run' };
  if (context.provenance && context.provenance.request.stream !== stream) return { ignored: 'another_conversation' };
  if (data.decision === 'reject') return [rejected(state.action, 'rejected', 'the person said no', data.reason)];
  if (context.now > state.expiresAt) return expire(state);
  return approve(state, { ...data, looks }, context);
}

/** The timer `expiry` went off. */
export const onExpiry = (state: ActionState): Decision =>
  state.status === 'suspended' ? expire(state) : { ignored: 'not_suspended' };

/** Nothing is done twice: what another conversation has done is no longer offered here. */
export const onDoneElsewhere = (state: ActionState): Decision =>
  state.status === 'suspended'
    ? [rejected(state.action, 'done_elsewhere', 'the same was done in another conversation')]
    : { ignored: 'not_suspended' };

const expire = ({ action, expiresAt }: Suspended): Decision => [
  rejected(action, 'approval_expired', `no yes came until ${expiresAt}`),
];

function approve(
  state: Suspended,
  given: { readonly binding: string; readonly requestId: string; readonly looks: readonly FreshLook[] },
  context: DecisionContext,
): Decision {
  const { action, idempotencyKey, planHash } = state;
  const drift = (what: string): Decision => [
    rejected(action, 'approval_drift', `${what}; it has to be asked for again`),
  ];
  if (given.binding !== state.binding) return drift('the approval was given for something else');
  const request = requestOf(state);
  if (!request) return drift('the arguments were erased');
  const check = checkAction(request, context);
  if (check.verdict === 'deny') return drift(`it is no longer allowed (${check.code})`);
  if (bindingOf(request, policyVersionOf(context.artifacts.policy)) !== state.binding)
    return drift('the policy has changed since it was shown');
  if (canonicalHash(check.call) !== canonicalHash(state.request['call']))
    return drift('the tool has changed since it was shown');
  const stale = context.provenance ? staleLook(context.provenance, action.stepId, given.looks) : null;
  if (stale) return [rejected(action, stale.code, stale.reason)];
  const sent = { args: check.args, call: check.call };
  return [
    { name: 'action.approved', data: { ...action, requestId: given.requestId } },
    firstQueued(
      {
        action: { ...action, approvedBy: given.requestId },
        idempotencyKey,
        planHash,
        request: sent,
        checks: { ...check.checks, consent: 'confirmed' },
      },
      context,
    ),
  ];
}

function requestOf({ action, request, idempotencyKey, planHash, artifacts }: Suspended): ActionRequest | null {
  const args = dispatchedArgs(request);
  return (
    args && { ...action, args, scope: request['scope'] as CapabilityScope | null, idempotencyKey, planHash, artifacts }
  );
}
