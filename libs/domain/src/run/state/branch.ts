import type { BranchStatus, PauseReason } from '@arbiter/contracts';
import type { Selected } from '../../plan';
import { lengthOf, type Pages } from './pages';

/** A `for_each` under way: the objects that it goes through, in order. */
export interface SweepStep {
  readonly status: 'running';
  readonly items: Selected['items'];
  /** how many a constraint keeps back */
  readonly held: number;
  /** whether it was reported that all remaining branches wait for an approval */
  readonly isTold: boolean;
}

/** The branch of one object, as the run that it belongs to knows it. */
export interface BranchRecord {
  readonly stepId: string;
  readonly object: string;
  /** `suspended`: it waits for a yes; `paused`: until its run goes on */
  readonly status: BranchStatus | 'running' | 'suspended' | 'paused';
  readonly code: string | null;
  /** ISO 8601: when a person outside was, or may have been, written to about the object; null: no one was */
  readonly touchedAt: string | null;
  /** ISO 8601: until when it waits for a yes, if it does */
  readonly waitsUntil: string | null;
  /** the answered approvals, by their actions */
  readonly answered: readonly string[];
  /** the last of its pauses that is known; 0: none is */
  readonly pauses: number;
  /** why it is paused, if it is */
  readonly reasons: readonly PauseReason[];
  /** PL-28: how many actions it may take of the budget, and once it has ended, took */
  readonly actions: number;
  /** the branch was asked to stop */
  readonly withdrawn: boolean;
  /** the place of the branch in the order in which branches began, from 0 */
  readonly place: number;
}

/** R8: its end does not change any more. */
export interface EndedBranch extends BranchRecord {
  readonly branchId: string;
}

/**
 * The branches that were requested. Those that go on are few and change, those that have ended are many and do not: so
 * a fact about one costs much the same however many there are.
 */
export interface Branches {
  /** by their runs, in the order in which they began */
  readonly open: Readonly<Record<string, BranchRecord>>;
  /** in the order in which they ended */
  readonly ended: Pages<EndedBranch>;
  /** PL-28: the actions that those that have ended took */
  readonly took: number;
}

export const NO_BRANCHES: Branches = { open: {}, ended: [], took: 0 };

/** How many have begun. */
export const begunIn = ({ open, ended }: Branches): number => Object.keys(open).length + lengthOf(ended);

/** The branch has not ended. */
export const isOpen = ({ status }: BranchRecord): boolean =>
  status === 'running' || status === 'suspended' || status === 'paused';
