import {
  activePlaybook,
  type Decision,
  type DecisionContext,
  type EventData,
  type FactOf,
  type Incoming,
} from '@arbiter/contracts';
import { compileRevision, revisedHash } from '../playbook/compile-revision';
import { outOfModels } from '../playbook/out-of-models';
import { revisionKeyOf } from '../playbook/revision-key';
import type { PlanState } from '../state/plan-state';
import { staleAnswer } from './stale-answer';

/** PL-18: the branch waits at the key of its revision, whichever branch is the first to need it. */
export function onRevisionRequested(state: PlanState, { data }: Incoming<'revision.requested'>): Decision {
  if (state.phase !== 'undecided' && state.phase !== 'branch') return { ignored: 'no_branch' };
  const { runId, revision, playbook, artifacts, ofKey, planHash, parent, stepId, code, gone, pauses, granted } = data;
  if (revision <= (state.phase === 'branch' ? state.revisions : 0)) return { ignored: 'already_awaited' };
  const of = { parent, stepId, code, gone };
  const planKey = revisionKeyOf(ofKey, of);
  return [
    {
      name: 'revision.awaited',
      data: {
        requestId: runId,
        revision,
        playbook,
        artifacts,
        planKey,
        planHash,
        ...of,
        pauses,
        ...(granted && { granted }),
      },
    },
  ];
}

/** Tells the branch that there is no revision. */
export function revisionSkipped(
  state: PlanState,
  { data: { runId: requestId, revision } }: Incoming<'revision.requested'>,
  cause: string,
): readonly FactOf<'revision.declined'>[] {
  const isNew = state.phase === 'undecided' || (state.phase === 'branch' && revision > state.revisions);
  return isNew ? [declined({ requestId, revision }, 'no_plan', cause)] : [];
}

/** P4: the revision under the key, compiled with the artifacts and upon the plan of this branch. */
export function onRevisionKnown(
  state: PlanState,
  { name, data: { planKey, proposal } }: Incoming<'plan.cache_hit' | 'plan.revised'>,
  { artifacts }: DecisionContext,
): Decision {
  const awaited = awaitedIn(state, planKey);
  if ('ignored' in awaited) return awaited;
  const { requestId, revision, planHash: parentHash, stepId, code } = awaited;
  if ('hold' in proposal) return [declined(awaited, 'nothing_to_do', 'nothing more is to be done')];
  const plan = compileRevision(proposal, awaited, activePlaybook(artifacts, awaited.playbook)!, artifacts);
  if (!('steps' in plan)) {
    const [first] = plan;
    return [declined(awaited, 'no_plan', `${first!.node} (${first!.rule}): ${first!.reason}`)];
  }
  const drawnUp = { planKey, cache: name === 'plan.cache_hit' ? 'hit' : 'miss', proposal } as const;
  const planHash = revisedHash(plan, parentHash);
  return [{ name: 'revision.accepted', data: { requestId, revision, planHash, plan, stepId, code, drawnUp } }];
}

export function onRevisionFailed(
  state: PlanState,
  { data }: Incoming<'plan.draft_failed'>,
  { artifacts }: Pick<DecisionContext, 'artifacts'>,
): Decision {
  const awaited = awaitedIn(state, data.planKey);
  if ('ignored' in awaited) return awaited;
  const stale = staleAnswer(state, awaited, data);
  if (stale) return stale;
  if (data.budget === undefined) return [declined(awaited, 'no_plan', `${data.reason}: ${data.detail}`)];
  const { requestId, revision, playbook, pauses, granted } = awaited;
  const reason = outOfModels(activePlaybook(artifacts, playbook)?.definition, data.budget, granted);
  return [{ name: 'revision.postponed', data: { requestId, revision, pauses, reason } }];
}

function awaitedIn(state: PlanState, planKey: string): EventData<'revision.awaited'> | { readonly ignored: string } {
  if (state.phase !== 'branch' || state.awaited === null) return { ignored: 'not_awaiting' };
  return state.awaited.planKey === planKey ? state.awaited : { ignored: 'another_key' };
}

export const declined = (
  { requestId, revision }: Pick<EventData<'revision.awaited'>, 'requestId' | 'revision'>,
  because: EventData<'revision.declined'>['because'],
  detail: string,
): FactOf<'revision.declined'> => ({ name: 'revision.declined', data: { requestId, revision, because, detail } });
