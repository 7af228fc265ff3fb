import type { DecisionContext, Decision, EventData, Fact, Incoming, Values } from '@arbiter/contracts';
import { instantAfter } from '../../instant';
import type { ReadFinished } from '../action-inputs';
import { checkAction, type ActionCheck } from '../checks/check-action';
import { identityOf, requestOf } from '../state/action-request';
import type { ActionState } from '../state/action-state';
import { bindingOf } from '../state/binding';
import { firstQueued } from './queue';

/** AG-04: denied, suspended or queued. A request that comes again, or after its cancel, changes nothing. */
export function onActionRequested(state: ActionState, { data }: Incoming<'action.requested'>, context: DecisionContext): Decision {
  if (state.status !== 'new') return { ignored: 'already_taken_in' };
  return [entry(data, checkAction(requestOf(data), context), context)];
}

/** A read was carried out before it was decided; the checks are made again, here, where they are recorded. */
export function onReadFinished(state: ActionState, { request: { data }, outcome, attempt }: ReadFinished, context: DecisionContext): Decision {
  if (state.status !== 'new') return { ignored: 'already_taken_in' };
  const check = checkAction(requestOf(data), context);
  if (check.verdict !== 'allow' || check.tool.riskClass !== 'read') return [entry(data, check, context)];
  const ending = { ...identityOf(data), attempt, checks: check.checks, completedAt: context.now };
  if (outcome.kind === 'succeeded') return [{ name: 'action.succeeded', data: { ...ending, result: outcome.result, recovered: false } }];
  return [{ name: 'action.failed', data: { ...ending, code: outcome.code, reason: outcome.reason } }];
}

function entry(data: EventData<'action.requested'>, check: ActionCheck, context: DecisionContext): Fact {
  const action = identityOf(data);
  const { checks } = check;
  switch (check.verdict) {
    case 'deny':
      return { name: 'action.denied', data: { ...action, checks, code: check.code, reason: check.reason } };
    case 'suspend':
      return suspension(data, check, context);
    case 'allow': {
      const { idempotencyKey, planHash, args } = data;
      return firstQueued({ action, idempotencyKey, planHash, request: { args, call: check.call }, checks }, context);
    }
  }
}

function suspension(data: EventData<'action.requested'>, { checks, question, call }: Extract<ActionCheck, { verdict: 'suspend' }>, context: DecisionContext): Fact {
  const { args, scope, idempotencyKey, planHash } = data;
  const { policy } = context.artifacts;
  const request: Values = { args, scope, call };
  const binding = bindingOf(requestOf(data), policy.version);
  const expiresAt = instantAfter(context.now, policy.approvalExpirySeconds * 1_000);
  return {
    name: 'action.suspended',
    data: { ...identityOf(data), checks, question, binding, expiresAt, request, idempotencyKey, planHash, artifacts: context.artifactsHash },
  };
}
