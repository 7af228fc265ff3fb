import type { DrawnUp, EventData, GoneStep } from '@arbiter/contracts';

/** PL-18: how the plan of a branch was revised. */
export interface Revisions {
  /** how many were asked for */
  readonly asked: number;
  /** the one that it waits for; null: none */
  readonly awaited: EventData<'revision.requested'> | null;
  /** the steps that revisions removed: what they did stays done */
  readonly gone: readonly GoneStep[];
}

export const UNREVISED: Revisions = { asked: 0, awaited: null, gone: [] };

/** The source of a branch's plan: the key of the first plan, and the proposal of the current one. */
export type PlanOrigin = DrawnUp;
