import {
  branchOfRunId,
  type ActionEnd,
  type DeriveBranch,
  type Plan,
  type Recorded,
  type Values,
} from '@arbiter/contracts';
import { selectionOf, type PlaybookArgs, type Selected, sweepStepOf } from '../../plan';
import { branchArgs, branchPlan } from '../../run';
import { resultsIn } from './steps-before';

type PlanRecord = Recorded<'plan.accepted'>;

/** The steps whose results give the objects of a plan. */
export const readsOfSweep = (plan: Plan): readonly string[] => sweepStepOf(plan)?.forEach.selection.over.steps ?? [];

/**
 * CP-11: the object of a branch is one that the plan selects from the recorded results of its reads; null when it is
 * not. The latest revision gives its plan: see revisionDifference for whether the revisions are valid. The caller's
 * claim has no part in it.
 */
export const branchOf: DeriveBranch = (whole, branchId, reads, bundle, revisions) => {
  const { plan, args: ofRun } = whole.data;
  const item = sweepStepOf(plan) && chosen(whole, reads).get(branchOfRunId(branchId)?.key ?? '');
  if (!item) return null;
  const args: Values = branchArgs(plan, ofRun as unknown as PlaybookArgs, item, bundle);
  const revised = revisions.at(-1)?.accepted.data;
  const { plan: latest, planHash } = revised ?? whole.data;
  const own = sweepStepOf(latest)?.forEach;
  return own === undefined
    ? null
    : {
        plan: { ...whole, data: { ...whole.data, requestId: branchId, planHash, plan: branchPlan(latest, own), args } },
        branch: { plan: whole, object: item.object, reads, revisions },
      };
};

type Item = Selected['items'][number];
interface Chosen {
  readonly reads: number;
  readonly items: ReadonlyMap<string, Item>;
}
const known = new WeakMap<PlanRecord, Chosen>();

/** Selected once per run: neither its plan nor the results of its reads ever change. */
function chosen(whole: PlanRecord, reads: readonly ActionEnd[]): Chosen['items'] {
  const before = known.get(whole);
  if (before?.reads === reads.length) return before.items;
  const { plan, args } = whole.data;
  const { selection } = sweepStepOf(plan)!.forEach;
  // Whether a constraint holds an object back changes with time, so that is checked when an action is requested.
  const { items } = selectionOf(
    { ...selection, guards: [] },
    resultsIn(whole, reads),
    args as unknown as PlaybookArgs,
    whole.time,
  );
  const byKey = new Map(items.map((item) => [item.key, item]));
  known.set(whole, { reads: reads.length, items: byKey });
  return byKey;
}
