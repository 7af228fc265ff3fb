import {
  localised,
  streamOf,
  type Decider,
  type Decision,
  type DecisionContext,
  type FactOf,
  type Incoming,
} from '@arbiter/contracts';
import { canonicalHash } from '../canonical-hash';
import { compilePlan } from './compile/compile-plan';
import { isRejection, rejection, type PlanRejection } from './compile/rejection';
import type { RunRequest } from './run-request';
import { UNDECIDED, evolvePlan, type PlanState } from './state/plan-state';

export type PlanInput = Incoming<'run.requested'>;

/** The stream in which an event is planned. */
export const streamsForPlan = ({ tenant, data }: PlanInput): readonly string[] => [
  streamOf('plan', tenant, data.requestId),
];

/** The artifacts a plan is compiled with: the ones its run is pinned to. */
export const artifactsOfPlan = (_: PlanState, { data }: PlanInput): string => data.artifacts;

/** Compiles what a run asks for into a plan, or says no (PL-01 to PL-04). */
export const planDecider: Decider<PlanState, PlanInput> = {
  category: 'plan',
  initial: () => UNDECIDED,
  evolve: evolvePlan,
  decide,
  skip: ({ phase }, input, cause) =>
    phase !== 'undecided' ? [] : [rejected(input.data, rejection('internal', cause))],
};

/** PL-27: a run is planned once. */
function decide({ phase }: PlanState, { data }: PlanInput, { artifacts }: DecisionContext): Decision {
  if (phase !== 'undecided') return { ignored: 'already_planned' };
  const plan = compilePlan(data, localised(artifacts, data.delivery.locale));
  if (isRejection(plan)) return [rejected(data, plan)];
  const { fallback, args, personal } = data;
  const given = personal === undefined ? {} : { personal };
  const planHash = canonicalHash({ plan, args });
  return [{ name: 'plan.accepted', data: { ...runOf(data), planHash, plan, fallback, args, ...given } }];
}

function rejected(request: RunRequest, { reason, detail }: PlanRejection): FactOf<'plan.rejected'> {
  return { name: 'plan.rejected', data: { ...runOf(request), reason, detail } };
}

const runOf = ({ requestId, sessionId, threadId, channel, messageId, artifacts, delivery, replaces }: RunRequest) => ({
  requestId,
  sessionId,
  threadId,
  channel,
  messageId,
  artifacts,
  delivery,
  replaces,
});
