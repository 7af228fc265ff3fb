import {
  tokensIn,
  type DecisionContext,
  type Decision,
  type EventData,
  type Fact,
  type FactOf,
  type Incoming,
  type Values,
} from '@arbiter/contracts';
import { instantAfter } from '../../instant';
import type { ReadFinished } from '../action-inputs';
import { checkAction, type ActionCheck } from '../checks/check-action';
import { identityOf, requestOf } from '../state/action-request';
import { isUndecided, type ActionState } from '../state/action-state';
import { bindingOf, deedOf } from '../state/binding';
import { policyVersionOf } from '../state/policy-version';
import { firstQueued } from './queue';

/**
 * AG-04: denied, suspended or queued, a read like any other action. A request that comes again, or after its cancel,
 * changes nothing.
 */
export function onActionRequested(
  state: ActionState,
  { data }: Incoming<'action.requested'>,
  context: DecisionContext,
): Decision {
  if (!isUndecided(state)) return { ignored: 'already_taken_in' };
  return [entry(data, checkAction(requestOf(data), context), context)];
}

/** The one fact of a read that was carried out. */
export function readEnd(
  data: EventData<'action.requested'>,
  { checks }: ActionCheck,
  { outcome, attempt }: Pick<ReadFinished, 'outcome' | 'attempt'>,
  now: string,
): FactOf<'action.succeeded' | 'action.failed'> {
  const ending = { ...identityOf(data), attempt, checks, completedAt: now };
  if (outcome.kind === 'succeeded')
    return { name: 'action.succeeded', data: { ...ending, result: outcome.result, recovered: false } };
  return { name: 'action.failed', data: { ...ending, code: outcome.code, reason: outcome.reason } };
}

export const denied = (
  data: EventData<'action.requested'>,
  { checks, code, reason }: Extract<ActionCheck, { verdict: 'deny' }>,
): FactOf<'action.denied'> => ({ name: 'action.denied', data: { ...identityOf(data), checks, code, reason } });

export function entry(data: EventData<'action.requested'>, check: ActionCheck, context: DecisionContext): Fact {
  const action = identityOf(data);
  const { checks } = check;
  switch (check.verdict) {
    case 'deny':
      return denied(data, check);
    case 'suspend':
      return suspension(data, check, context);
    case 'allow': {
      const { idempotencyKey, planHash } = data;
      const request = { args: check.args, call: check.call };
      return firstQueued({ action, idempotencyKey, planHash, request, checks }, context);
    }
  }
}

function suspension(
  data: EventData<'action.requested'>,
  { checks, question, args: sent, call }: Extract<ActionCheck, { verdict: 'suspend' }>,
  context: DecisionContext,
): Fact {
  const { args, scope, idempotencyKey, planHash } = data;
  const { policy } = context.artifacts;
  // AP-01: the person is shown what will be sent; the approval is for what was asked for.
  const request: Values = { args, scope, call, ...(tokensIn(args).length > 0 && { sent }) };
  const binding = bindingOf(requestOf(data), policyVersionOf(policy));
  const expiresAt = instantAfter(context.now, policy.approvalExpirySeconds * 1_000);
  return {
    name: 'action.suspended',
    data: {
      ...identityOf(data),
      checks,
      question,
      binding,
      deed: deedOf(data.tool, args, context.customerId),
      expiresAt,
      request,
      idempotencyKey,
      planHash,
      artifacts: context.artifactsHash,
    },
  };
}
