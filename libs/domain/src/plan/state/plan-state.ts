import type { EventData, Fact, PlaybookProposal } from '@arbiter/contracts';

/**
 * A stream of plans is one of two: of a run's request, or of a key under which plans of a playbook stand.
 *
 * P1. A run is planned once (PL-27): its stream holds one plan.accepted or plan.rejected.
 * P2. Of a key, at most one draft is asked for at a time, and none once a plan stands under it (PL-14).
 * P3. Every run that waited at a key is named once in its plan.cache_hit, plan.drawn_up or plan.draft_failed, however often it comes.
 */
export type PlanState = Undecided | Decided | AwaitingPlan | PlanUnderKey;

export interface Undecided {
  readonly phase: 'undecided';
}

export interface Decided {
  readonly phase: 'accepted' | 'rejected';
}

/** A run of a playbook, until the plan under its key is known. */
export interface AwaitingPlan {
  readonly phase: 'awaiting';
  readonly awaited: EventData<'plan.awaited'>;
}

export interface PlanUnderKey {
  readonly phase: 'key';
  readonly proposal: PlaybookProposal | null;
  readonly draft: Drafting | null;
  /** P3: the runs that were answered, the latest last; bounded */
  readonly answered: readonly string[];
}

/** A model is asked for a plan. */
export interface Drafting {
  readonly request: EventData<'plan.draft_requested'>;
  readonly requestIds: readonly string[];
}

export const UNDECIDED: PlanState = { phase: 'undecided' };

/** What a stream of plans has come to after one more of its facts. */
export function evolvePlan(state: PlanState, fact: Fact): PlanState {
  switch (fact.name) {
    case 'plan.accepted':
      return { phase: 'accepted' };
    case 'plan.rejected':
      return { phase: 'rejected' };
    case 'plan.awaited':
      return { phase: 'awaiting', awaited: fact.data };
    default:
      return (
        evolveKey(state.phase === 'key' ? state : { phase: 'key', proposal: null, draft: null, answered: [] }, fact) ??
        state
      );
  }
}

/** Null: the fact is none of a key. */
function evolveKey(state: PlanUnderKey, fact: Fact): PlanUnderKey | null {
  switch (fact.name) {
    case 'plan.draft_requested':
      return { ...state, draft: { request: fact.data, requestIds: state.draft?.requestIds ?? [fact.data.requestId] } };
    case 'plan.draft_awaited':
      return state.draft && withWaiting(state, state.draft, fact.data.requestId);
    case 'plan.drawn_up':
      return withAnswered({ ...state, proposal: fact.data.proposal, draft: null }, fact.data.requestIds);
    case 'plan.draft_failed':
      return withAnswered({ ...state, draft: null }, fact.data.requestIds);
    case 'plan.cache_hit':
      return withAnswered(state, [fact.data.requestId]);
    default:
      return null;
  }
}

/** A message may come again at any time; what comes after so many others is ignored by its own run. */
const REMEMBERED = 512;

const withAnswered = (state: PlanUnderKey, requestIds: readonly string[]): PlanUnderKey => ({
  ...state,
  answered: [...state.answered, ...requestIds].slice(-REMEMBERED),
});

const withWaiting = (state: PlanUnderKey, draft: Drafting, requestId: string): PlanUnderKey => ({
  ...state,
  draft: { ...draft, requestIds: [...draft.requestIds, requestId] },
});
