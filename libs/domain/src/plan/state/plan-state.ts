import type { EventData, Fact, Revision, Waiting } from '@arbiter/contracts';
import { answersIn, forGood, waiterIn, type Answer } from './waiting';

/**
 * A stream of plans belongs to a run's request, to a branch whose plan is revised, or to a key under which a plan of a
 * playbook or a revision of one is kept.
 *
 * P1. A run is planned once (PL-27): its stream holds one plan.accepted or plan.rejected.
 * P2. For a key, at most one draft is asked for at a time, and none once it has a plan (PL-14).
 * P3. Every run that waited at a key is named once in its plan.cache_hit, plan.drawn_up or plan.draft_failed, however
 *     often its message comes. A run that is postponed comes again after its next pause, and is then named once more.
 * P4. A branch waits for one revision at a time, and each is accepted or declined once (PL-18).
 * P5. A run or a branch for which no model may be asked now is postponed once for each of its pauses, and waits at its
 *     key again once the pause is over (PL-28). Every wait, ask and answer states after how many pauses it is made; an
 *     answer to another pause is ignored.
 */
export type PlanState = Undecided | Decided | AwaitingPlan | PlanOfBranch | PlanUnderKey;

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
  /** P5 */
  readonly isPostponed: boolean;
}

/** P4: the revisions of a branch. */
export interface PlanOfBranch {
  readonly phase: 'branch';
  /** the revision that it waits for; null: none */
  readonly awaited: EventData<'revision.awaited'> | null;
  /** P5 */
  readonly isPostponed: boolean;
  /** how many revisions were awaited */
  readonly revisions: number;
}

export interface PlanUnderKey {
  readonly phase: 'key';
  readonly proposal: Revision | null;
  readonly draft: Drafting | null;
  /** P3: the latest last; bounded */
  readonly answered: readonly Answer[];
  /** how many questions there were */
  readonly questions: number;
  /** why there is no revision, until it is asked for again; null: it may be asked for */
  readonly resting: EventData<'plan.draft_failed'> | null;
}

/** A model is asked for a plan. */
export interface Drafting {
  readonly request: EventData<'plan.draft_requested'>;
  readonly waiting: readonly Waiting[];
}

export const UNDECIDED: PlanState = { phase: 'undecided' };

/** The state of a stream of plans after one more of its facts. */
export function evolvePlan(state: PlanState, fact: Fact): PlanState {
  switch (fact.name) {
    case 'plan.accepted':
      return { phase: 'accepted' };
    case 'plan.rejected':
      return { phase: 'rejected' };
    case 'plan.awaited':
      return { phase: 'awaiting', awaited: fact.data, isPostponed: false };
    case 'plan.postponed':
    case 'revision.postponed':
      return 'awaited' in state ? { ...state, isPostponed: true } : state;
    case 'revision.awaited':
      return { phase: 'branch', awaited: fact.data, isPostponed: false, revisions: fact.data.revision };
    case 'revision.accepted':
    case 'revision.declined':
      return { phase: 'branch', awaited: null, isPostponed: false, revisions: fact.data.revision };
    default:
      return evolveKey(state.phase === 'key' ? state : NEW_KEY, fact) ?? state;
  }
}

export const NEW_KEY: PlanUnderKey = {
  phase: 'key',
  proposal: null,
  draft: null,
  answered: [],
  questions: 0,
  resting: null,
};

/** Null: the fact is none of a key. */
function evolveKey(state: PlanUnderKey, fact: Fact): PlanUnderKey | null {
  switch (fact.name) {
    case 'plan.draft_requested':
      return {
        ...state,
        resting: null,
        questions: fact.data.question,
        draft: { request: fact.data, waiting: state.draft?.waiting ?? [waiterIn(fact.data)] },
      };
    case 'plan.draft_awaited':
      return state.draft && withWaiting(state, state.draft, waiterIn(fact.data));
    case 'plan.drawn_up':
    case 'plan.revised':
      return withAnswered({ ...state, proposal: fact.data.proposal, draft: null }, forGood(fact.data.requestIds));
    case 'plan.draft_failed':
      return withAnswered(
        { ...state, draft: null, resting: fact.data.restsUntil === undefined ? null : fact.data },
        answersIn(fact.data),
      );
    case 'plan.cache_hit':
      return withAnswered(state, forGood([fact.data.requestId]));
    default:
      return null;
  }
}

/** A message may come again at any time; one that comes after so many others is ignored by its own run. */
const REMEMBERED = 512;

const withAnswered = (state: PlanUnderKey, answers: readonly Answer[]): PlanUnderKey => ({
  ...state,
  answered: [...state.answered, ...answers].slice(-REMEMBERED),
});

const withWaiting = (state: PlanUnderKey, draft: Drafting, waiter: Waiting): PlanUnderKey => ({
  ...state,
  draft: { ...draft, waiting: [...draft.waiting, waiter] },
});
