import type { DecisionContext, Fact } from '@arbiter/contracts';
import type { ActionInput } from '../action-inputs';
import { identityOf } from '../state/action-request';
import type { ActionState } from '../state/action-state';
import { policyVersionOf } from '../state/policy-version';
import { failed, unknown } from './endings';
import { handedBack } from './on-segment';

/** The facts for an input that cannot be handled at all: the run must learn how its action ended. */
export function skipAction(
  state: ActionState,
  input: ActionInput,
  cause: string,
  context: DecisionContext,
): readonly Fact[] {
  const { now, artifacts } = context;
  switch (state.status) {
    case 'dispatched':
      return [unknown(state, 'internal', 'the gateway could not handle what came back', context)];
    case 'queued':
    case 'waiting':
      if (state.unsettled)
        return [
          unknown(state, 'internal', 'the gateway could not go on after an attempt whose outcome is unknown', context),
        ];
      return [failed(state, { code: 'internal', reason: cause }, now)];
    case 'suspended':
      return [
        {
          name: 'action.failed',
          data: { ...state.action, attempt: 0, checks: null, code: 'internal', reason: cause, completedAt: now },
        },
      ];
    case 'new':
    case 'handed_back':
      return skipRequest(state, input, cause, now, policyVersionOf(artifacts.policy));
    case 'unknown':
    case 'finished':
      return [];
  }
}

function skipRequest(
  state: ActionState,
  input: ActionInput,
  cause: string,
  now: string,
  policyVersion: string,
): readonly Fact[] {
  if (input.name === 'segment.requested' || input.name === 'segment.read')
    return state.status === 'new' ? handedBack(input.name === 'segment.read' ? input.segment.data : input.data) : [];
  if (input.name !== 'action.requested') return [];
  const checks = {
    allowed: false,
    rule: 'skipped',
    reasons: ['the gateway could not handle the request'],
    riskClass: null,
    consent: null,
    policyVersion,
  };
  return [
    {
      name: 'action.failed',
      data: { ...identityOf(input.data), attempt: 0, checks, code: 'internal', reason: cause, completedAt: now },
    },
  ];
}
