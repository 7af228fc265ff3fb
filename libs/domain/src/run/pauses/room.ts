import type { PauseReason, PlanStep } from '@arbiter/contracts';
import { acts, type OpenRun } from '../state/run';
import { sweepOf } from '../branches/sweep-of';
import { standingsOf } from '../state/standing';

/**
 * PL-28: the budget of a run's actions. Actions are reserved ahead: the run's own when it begins, those of a branch
 * when the branch begins, and those that a revision adds before they are done. So everything that has begun can be
 * brought to its end. Unused actions of a branch are released when it has ended, and those of skipped steps at once.
 */
interface Room {
  readonly used: number;
  readonly most: number;
  /** by the branch of one more object */
  readonly forOne: number;
}

/** Null where there is no bound, or nothing to go through. */
function roomOf(run: OpenRun): Room | null {
  const most = run.granted.actions ?? run.planned?.plan.budget?.actions;
  const under = sweepOf(run);
  if (most === undefined || !under) return null;
  const { open, took } = run.branches;
  const ofBranches = Object.values(open).reduce((sum, { actions }) => sum + actions, took);
  return { used: actionsOfItsOwn(run) + ofBranches, most, forOne: actionsIn(run, under.forEach.steps) };
}

/** Those that it has taken, and those that it may still need: what was skipped is released. */
const actionsOfItsOwn = (run: OpenRun): number =>
  actionsIn(
    run,
    standingsOf(run, run.planned!)
      .filter(({ status }) => status !== 'skipped')
      .map(({ step }) => step),
  );

export const actionsIn = (run: Pick<OpenRun, 'kinds'>, steps: readonly PlanStep[]): number =>
  steps.filter((step) => acts(run, step)).length;

/** How many branches may begin by the budget. */
export function branchesInRoom(run: OpenRun): number {
  const room = roomOf(run);
  return room === null ? Infinity : Math.max(0, Math.floor((room.most - room.used) / Math.max(1, room.forOne)));
}

export function hasRoomFor(run: OpenRun, actions: number): boolean {
  const room = roomOf(run);
  return room === null || room.most - room.used >= actions;
}

/**
 * Why nothing goes on that needs more actions: so many for branches that are paused, or those of one more object. Null
 * where none does.
 */
export function outOfActions(run: OpenRun, more: readonly number[], isUnbegun: boolean): PauseReason | null {
  const room = roomOf(run);
  if (room === null) return null;
  const { used, most, forOne } = room;
  const wanted = [...more, ...(isUnbegun && branchesInRoom(run) === 0 ? [forOne] : [])];
  return wanted.length === 0 ? null : { why: 'actions', used, most, needed: used + Math.max(...wanted) };
}
