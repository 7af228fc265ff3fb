import type { PauseReason } from '@arbiter/contracts';
import { isUnbegun, openBranches, placesTaken } from '../branches/sweep';
import { pauseOf, type OpenRun } from '../state/run';
import { outOfActions } from './room';
import { moreFor } from './share';

/** Reasons with the same remedy count as one. */
const keyOf = (reason: PauseReason): string => {
  switch (reason.why) {
    case 'actions':
      return reason.why;
    case 'models':
      return `${reason.why}/${reason.budget}`;
    case 'reauthorise':
      return `${reason.why}/${reason.extension}/${reason.capability}`;
  }
};

/** The reasons without repetitions. */
export const distinct = (reasons: readonly PauseReason[]): PauseReason[] => [
  ...new Map(reasons.map((reason) => [keyOf(reason), reason])).values(),
];

/** Why no part of a sweep can go on by itself, as far as that was not reported yet; empty while any part can. */
export function reasonsToPause(run: OpenRun): readonly PauseReason[] {
  if (placesTaken(run) > 0) return [];
  const open = openBranches(run);
  const more = open.map(([branchId]) => moreFor(run, branchId)).filter((actions) => actions > 0);
  const short = outOfActions(run, more, isUnbegun(run));
  const others = open.flatMap(([, { reasons: own }]) => own.filter(({ why }) => why !== 'actions'));
  const reasons = distinct([...others, ...(short ? [short] : [])]);
  const reported = new Set(pauseOf(run)?.reasons.map(keyOf));
  return reasons.every((reason) => reported.has(keyOf(reason))) ? [] : reasons;
}
