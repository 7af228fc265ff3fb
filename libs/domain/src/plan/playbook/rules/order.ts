import { undoneBy, type ProposedStep } from '@arbiter/contracts';
import { isWrittenOutside, riskOf, toolOf, type Draft, type PlaybookRefusal, type PlaybookRule } from '../draft';
import { ancestorsIn } from './shape';

/** Reads change nothing; changes that cannot be undone go last. */
const READ = 0;
const COMPENSABLE = 1;
const LASTING = 2;
const SEEN_OUTSIDE = 3;

function hardnessOf(draft: Draft, step: ProposedStep): number {
  const risk = riskOf(draft, step);
  if (isWrittenOutside(risk)) return SEEN_OUTSIDE;
  if (risk === 'read') return READ;
  return undoneBy(toolOf(draft, step)!) === null ? LASTING : COMPENSABLE;
}

/** SG-02: of two changes, the one that is harder to take back waits for the other. */
export const hardestToUndoComesLast: PlaybookRule = (draft) => {
  const ancestors = ancestorsIn(draft);
  const changes = draft.proposal.steps
    .map((step) => ({ step, hardness: hardnessOf(draft, step) }))
    .filter(({ hardness }) => hardness > READ);
  const found: Omit<PlaybookRefusal, 'rule'>[] = [];
  for (const later of changes)
    for (const earlier of changes)
      if (earlier.hardness < later.hardness && !ancestors.get(later.step.id)!.has(earlier.step.id))
        found.push({
          node: later.step.id,
          reason: `is harder to take back than ${earlier.step.id}, and does not wait for it`,
          fix: `add ${earlier.step.id} to its dependsOn`,
        });
  return found;
};

/**
 * EX-05: an optional step only orders the steps after it. So no change is optional, nor any step that a change waits
 * for.
 */
export const changesNeedWhatTheyWaitFor: PlaybookRule = (draft) => {
  const ancestors = ancestorsIn(draft);
  const changes = changesOf(draft);
  return draft.proposal.steps
    .filter(
      ({ id, optional }) =>
        optional === true && changes.some((change) => change.id === id || ancestors.get(change.id)!.has(id)),
    )
    .map(({ id }) => ({
      node: id,
      reason: 'is optional, and something would be changed without it',
      fix: 'take `optional` out',
    }));
};

/** PL-18: a read with an expectation keeps a change from being made only if the change waits for the read. */
export const changesWaitForWhatIsExpected: PlaybookRule = (draft) => {
  const ancestors = ancestorsIn(draft);
  const looks = draft.proposal.steps.filter((step) => step.expect !== undefined && hardnessOf(draft, step) === READ);
  return changesOf(draft).flatMap(({ id }) =>
    looks
      .filter((look) => !ancestors.get(id)!.has(look.id) && !ancestors.get(look.id)!.has(id))
      .map((look) => ({
        node: id,
        reason: `changes something without waiting for what ${look.id} expects`,
        fix: `add ${look.id} to its dependsOn`,
      })),
  );
};

const changesOf = (draft: Draft): readonly ProposedStep[] =>
  draft.proposal.steps.filter((step) => hardnessOf(draft, step) > READ);

/** A plan writes to a person once: every touch counts (PL-07). */
export const oneTouchAnObject: PlaybookRule = (draft) => {
  const touching = draft.proposal.steps.filter((step) => isWrittenOutside(riskOf(draft, step)));
  return touching.slice(1).map(({ id }) => ({
    node: id,
    reason: `a person is written to a second time, after ${touching[0]!.id}`,
    fix: 'leave one of them out',
  }));
};
