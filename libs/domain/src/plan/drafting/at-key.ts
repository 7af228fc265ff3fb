import {
  activePlaybook,
  type Decision,
  type DecisionContext,
  type EventData,
  type FactOf,
  type Incoming,
  type Proposal,
} from '@arbiter/contracts';
import { instantAfter } from '../../instant';
import { compilePlaybook } from '../playbook/compile-playbook';
import type { DraftAnswered } from '../plan-inputs';
import type { Drafting, PlanState, PlanUnderKey } from '../state/plan-state';
import { DRAFT_MILLISECONDS } from '../timers';

/** PL-13: a plan is drawn up by one call, or by two when the compiler refuses the first. */
const MOST_ATTEMPTS = 2;
const MOST_REFUSALS = 20;
/** Who asked may have died with the ask: so often it is asked again. */
const MOST_ASKS = 3;

/** P2: what stands under the key is taken; else a model is asked, once for all who wait. */
export function onPlanAwaited(
  state: PlanState,
  { data }: Incoming<'plan.awaited'>,
  { now }: Pick<DecisionContext, 'now'>,
): Decision {
  const { planKey, requestId, playbook, artifacts } = data;
  const known = state.phase === 'key' ? state : null;
  if (known?.answered.includes(requestId)) return { ignored: 'already_answered' };
  if (known?.proposal) return [{ name: 'plan.cache_hit', data: { planKey, requestId, proposal: known.proposal } }];
  if (known?.draft)
    return known.draft.requestIds.includes(requestId)
      ? { ignored: 'already_waiting' }
      : [{ name: 'plan.draft_awaited', data: { planKey, requestId } }];
  return [requested({ planKey, requestId, playbook, artifacts }, { attempt: 1, asked: 1, wrong: [] }, now)];
}

type Asked = Pick<EventData<'plan.draft_requested'>, 'planKey' | 'requestId' | 'playbook' | 'artifacts'>;

const requested = (
  { planKey, requestId, playbook, artifacts }: Asked,
  { attempt, asked, wrong }: Pick<EventData<'plan.draft_requested'>, 'attempt' | 'asked' | 'wrong'>,
  now: string,
): FactOf<'plan.draft_requested'> => ({
  name: 'plan.draft_requested',
  data: {
    planKey,
    playbook,
    artifacts,
    requestId,
    attempt,
    asked,
    wrong,
    deadline: instantAfter(now, DRAFT_MILLISECONDS),
  },
});

/** PL-12, PL-13: what the model proposes stands when it compiles; what is wrong with it is told to it once. */
export function onDraftAnswered(
  state: PlanState,
  { attempt, proposal }: DraftAnswered,
  { artifacts, now }: DecisionContext,
): Decision {
  const drafting = draftOf(state);
  if (!drafting || drafting.request.attempt !== attempt) return { ignored: 'not_asked' };
  const { request } = drafting;
  if (proposal.kind !== 'plan') return [failed(drafting, ...failureOf(proposal))];
  const active = activePlaybook(artifacts, request.playbook)!;
  const plan = compilePlaybook(proposal.plan, active, artifacts);
  if (!('steps' in plan)) {
    const wrong = plan
      .slice(0, MOST_REFUSALS)
      .map(({ rule, node, reason, fix }) => `${node} (${rule}): ${reason}; ${fix}`);
    return attempt < MOST_ATTEMPTS && isWrittenByModel(proposal)
      ? [requested(request, { attempt: attempt + 1, asked: 1, wrong }, now)]
      : [failed(drafting, 'refused_by_compiler', wrong.join('\n'))];
  }
  const { planKey, playbook } = request;
  const { provider, model } = proposal;
  return [
    {
      name: 'plan.drawn_up',
      data: {
        planKey,
        playbook,
        version: active.definition.version,
        proposal: proposal.plan,
        requestIds: [...drafting.requestIds],
        modelCalls: isWrittenByModel(proposal) ? attempt : 0,
        provider,
        model,
      },
    },
  ];
}

/** No answer came: it is asked again, and after that by the next run that needs the plan. */
export function onDraftDue(state: PlanState, key: string, { now }: Pick<DecisionContext, 'now'>): Decision {
  const drafting = draftOf(state);
  if (key !== 'draft' || !drafting) return { ignored: 'not_asked' };
  const { attempt, asked, wrong } = drafting.request;
  if (asked < MOST_ASKS) return [requested(drafting.request, { attempt, asked: asked + 1, wrong }, now)];
  return [failed(drafting, 'timed_out', 'no plan was proposed in time')];
}

/** What the embedded provider gives where there is no model: the playbook's own plan. */
export const REFERENCE_PLAN = 'reference-plan';

const isWrittenByModel = ({ model }: Extract<Proposal, { kind: 'plan' }>): boolean => model !== REFERENCE_PLAN;

const draftOf = (state: PlanState): Drafting | null => (isKey(state) ? state.draft : null);
const isKey = (state: PlanState): state is PlanUnderKey => state.phase === 'key';

const failureOf = (proposal: Proposal): readonly [string, string] =>
  proposal.kind === 'failure' ? [proposal.code, proposal.message] : ['invalid_proposal', 'no plan was proposed'];

/** P3 */
const failed = (
  { request: { planKey }, requestIds }: Drafting,
  reason: string,
  detail: string,
): FactOf<'plan.draft_failed'> => ({
  name: 'plan.draft_failed',
  data: { planKey, requestIds: [...requestIds], reason, detail },
});
