import type { DrawnUp, EventData, GoneStep } from '@arbiter/contracts';

/** PL-18: how the plan of a branch was revised. */
export interface Revisions {
  /** how many were asked for */
  readonly asked: number;
  /** the one that it waits for; null: none */
  readonly awaited: EventData<'revision.requested'> | null;
  /** the steps that revisions took out: what was done by them stays done */
  readonly gone: readonly GoneStep[];
}

export const UNREVISED: Revisions = { asked: 0, awaited: null, gone: [] };

/**
 * What the plan of a branch was compiled from: the key is that of the first plan, the proposal that of the plan as it
 * is now.
 */
export type PlanOrigin = DrawnUp;
