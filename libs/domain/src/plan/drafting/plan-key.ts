import {
  activePlaybook,
  type ActivePlaybook,
  type ArtifactBundle,
  type Decision,
  type DecisionContext,
  type EventData,
  type FactOf,
  type Incoming,
  type Proposal,
  type Revision,
  type WaitedBudget,
} from '@arbiter/contracts';
import { canonicalHash } from '../../canonical-hash';
import { ASK_MILLISECONDS, MOST_ASKS } from '../../asking-again';
import { instantAfter } from '../../instant';
import { compilePlaybook } from '../playbook/compile-playbook';
import { compileRevision } from '../playbook/compile-revision';
import type { PlaybookRefusal } from '../playbook/draft';
import type { DraftAnswered } from '../plan-inputs';
import { NEW_KEY, type Drafting, type PlanState, type PlanUnderKey } from '../state/plan-state';
import { isAmong, isAnswered, waiterIn } from '../state/waiting';
import { DRAFT_TIMER } from '../timers';

/** PL-13: a plan is drawn up by one call, or by two when the compiler refuses the first. */
const MOST_ATTEMPTS = 2;
const MOST_REFUSALS = 20;
/**
 * For this long no model is asked again for a revision that was not found: the branches of a sweep fail one soon after
 * the other.
 */
const REST_MILLISECONDS = 600_000;

type Requested = EventData<'plan.draft_requested'>;

/** P2: the plan under the key is taken; without one a model is asked, once for all runs that wait. */
export function onAwaited(
  state: PlanState,
  { name, data }: Incoming<'plan.awaited' | 'revision.awaited'>,
  { now }: Pick<DecisionContext, 'now'>,
): Decision {
  const { planKey, requestId, playbook, artifacts } = data;
  const known = isKey(state) ? state : NEW_KEY;
  const waiter = waiterIn(data);
  if (isAnswered(known.answered, waiter)) return { ignored: 'already_answered' };
  if (known.proposal) return [{ name: 'plan.cache_hit', data: { planKey, requestId, proposal: known.proposal } }];
  if (known.draft)
    return isAmong(known.draft.waiting, waiter)
      ? { ignored: 'already_waiting' }
      : [{ name: 'plan.draft_awaited', data: { planKey, ...waiter } }];
  if (known.resting && now < known.resting.restsUntil!)
    return [{ name: 'plan.draft_failed', data: { ...known.resting, waiting: [waiter] } }];
  const { granted } = data;
  const own = { ...(granted && { granted }), ...(name === 'revision.awaited' && revisionIn(data)) };
  const asked = { planKey, ...waiter, question: known.questions + 1, playbook, artifacts, ...own };
  return [requested(asked, { attempt: 1, asked: 1, wrong: [] }, now)];
}

function revisionIn({ parent, stepId, code, gone, revision }: EventData<'revision.awaited'>) {
  return { revision: { parent, stepId, code, gone }, number: revision };
}

type Asked = Omit<Requested, 'attempt' | 'asked' | 'wrong' | 'deadline'>;

const requested = (
  { planKey, requestId, pauses, question, playbook, artifacts, revision, number, granted }: Asked,
  { attempt, asked, wrong }: Pick<Requested, 'attempt' | 'asked' | 'wrong'>,
  now: string,
): FactOf<'plan.draft_requested'> => ({
  name: 'plan.draft_requested',
  data: {
    planKey,
    playbook,
    artifacts,
    requestId,
    pauses,
    question,
    attempt,
    asked,
    wrong,
    deadline: instantAfter(now, ASK_MILLISECONDS),
    ...(revision && { revision, number }),
    ...(granted && { granted }),
  },
});

/** PL-12, PL-13: the model's proposal is accepted when it compiles; otherwise the model gets the errors once. */
export function onDraftAnswered(
  state: PlanState,
  { question, attempt, asked, proposal }: DraftAnswered,
  { artifacts, now }: DecisionContext,
): Decision {
  const drafting = draftOf(state);
  if (!drafting || drafting.request.attempt !== attempt) return { ignored: 'not_asked' };
  const { request } = drafting;
  if (proposal.kind !== 'plan' && isOfEarlier(request, { question, asked })) return { ignored: 'asked_again' };
  if (proposal.kind === 'failure' && proposal.budget !== undefined)
    return [postponed(drafting, proposal.message, proposal.budget)];
  if (proposal.kind !== 'plan') return [failed(drafting, ...failureOf(proposal), now)];
  const active = activePlaybook(artifacts, request.playbook)!;
  const refusals = refusalsOf(proposal.plan, request, active, artifacts);
  if (refusals.length === 0) return [stands(drafting, proposal, active)];
  const wrong = refusals
    .slice(0, MOST_REFUSALS)
    .map(({ rule, node, reason, fix }) => `${node} (${rule}): ${reason}; ${fix}`);
  return attempt < MOST_ATTEMPTS && isWrittenByModel(proposal)
    ? [requested(request, { attempt: attempt + 1, asked: 1, wrong }, now)]
    : [failed(drafting, 'refused_by_compiler', wrong.join('\n'), now)];
}

/** P5: a failure of an earlier ask, or of one that other runs waited for, does not count for this one. */
const isOfEarlier = (request: Requested, { question, asked }: Pick<DraftAnswered, 'question' | 'asked'>): boolean =>
  question < request.question || asked < request.asked;

/** The errors of a proposal as an answer to its request. */
function refusalsOf(
  proposal: Revision,
  { revision }: Requested,
  active: ActivePlaybook,
  bundle: ArtifactBundle,
): readonly PlaybookRefusal[] {
  if ('hold' in proposal) return revision ? [] : [NO_PLAN];
  const plan = revision
    ? compileRevision(proposal, revision, active, bundle)
    : compilePlaybook(proposal, active, bundle);
  return 'steps' in plan ? [] : plan;
}

const NO_PLAN: PlaybookRefusal = {
  rule: 'planIsThere',
  node: 'steps',
  reason: 'there are none, and nothing has failed yet',
  fix: 'draw up a plan',
};

type Drawn = Extract<Proposal, { kind: 'plan' }>;

/** PL-14: for all runs that wait, and for all that come later. */
function stands(
  { request, waiting }: Drafting,
  proposal: Drawn,
  { definition: { version } }: ActivePlaybook,
): FactOf<'plan.drawn_up' | 'plan.revised'> {
  const { planKey, playbook, revision, number = 1, attempt } = request;
  const { provider, model } = proposal;
  const modelCalls = isWrittenByModel(proposal) ? attempt : 0;
  // A run that came twice, after pauses, is answered once.
  const requestIds = [...new Set(waiting.map(({ requestId }) => requestId))];
  const drawn = { planKey, playbook, version, requestIds, modelCalls, provider, model };
  if (revision) {
    const { parent, stepId, code: reason } = revision;
    const of = { parent: canonicalHash(parent), stepId, reason, revision: number };
    return { name: 'plan.revised', data: { ...drawn, ...of, proposal: proposal.plan } };
  }
  if ('hold' in proposal.plan) throw new Error('a plan was expected, and nothing more to do was drawn up');
  return { name: 'plan.drawn_up', data: { ...drawn, proposal: proposal.plan } };
}

/** The asker of the model is gone: the model is asked again, and after that by the next run that needs the plan. */
export function onDraftDue(state: PlanState, key: string, { now }: Pick<DecisionContext, 'now'>): Decision {
  const drafting = draftOf(state);
  if (key !== DRAFT_TIMER || !drafting) return { ignored: 'not_asked' };
  const { attempt, asked, wrong } = drafting.request;
  if (asked < MOST_ASKS) return [requested(drafting.request, { attempt, asked: asked + 1, wrong }, now)];
  return [failed(drafting, 'timed_out', 'no plan was proposed in time', now)];
}

/** The embedded provider's answer where there is no model: the playbook's own plan. */
export const REFERENCE_PLAN = 'reference-plan';

const isWrittenByModel = ({ model }: Drawn): boolean => model !== REFERENCE_PLAN;

const draftOf = (state: PlanState): Drafting | null => (isKey(state) ? state.draft : null);
const isKey = (state: PlanState): state is PlanUnderKey => state.phase === 'key';

const failureOf = (proposal: Proposal): readonly [string, string] =>
  proposal.kind === 'failure' ? [proposal.code, proposal.message] : ['invalid_proposal', 'no plan was proposed'];

/** P5 */
const postponed = (
  { request: { planKey }, waiting }: Drafting,
  detail: string,
  budget: WaitedBudget,
): FactOf<'plan.draft_failed'> => ({
  name: 'plan.draft_failed',
  data: { planKey, waiting: [...waiting], reason: 'budget_exceeded', detail, budget },
});

/** P3 */
const failed = (
  { request: { planKey, revision }, waiting }: Drafting,
  reason: string,
  detail: string,
  now: string,
): FactOf<'plan.draft_failed'> => ({
  name: 'plan.draft_failed',
  data: {
    planKey,
    waiting: [...waiting],
    reason,
    detail,
    ...(revision && { restsUntil: instantAfter(now, REST_MILLISECONDS) }),
  },
});
