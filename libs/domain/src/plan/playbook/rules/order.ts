import { hardnessOf, tooEarly, type ProposedStep } from '@arbiter/contracts';
import { isWrittenOutside, riskOf, toolOf, type Draft, type PlaybookRule } from '../draft';
import { ancestorsIn } from './shape';

/** SG-02: of two changes, the one that is harder to take back waits for the other. */
export const hardestToUndoComesLast: PlaybookRule = (draft) => {
  const ancestors = ancestorsIn(draft);
  return tooEarly(
    draft.proposal.steps,
    (step) => hardnessOf(toolOf(draft, step)!),
    (step, than) => ancestors.get(step.id)!.has(than.id),
  ).map(({ step, than }) => ({
    node: step.id,
    reason: `is harder to take back than ${than.id}, and does not wait for it`,
    fix: `add ${than.id} to its dependsOn`,
  }));
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
  const looks = draft.proposal.steps.filter((step) => step.expect !== undefined && riskOf(draft, step) === 'read');
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
  draft.proposal.steps.filter((step) => riskOf(draft, step) !== 'read');

/** A plan writes to a person once: every touch counts (PL-07). */
export const oneTouchAnObject: PlaybookRule = (draft) => {
  const touching = draft.proposal.steps.filter((step) => isWrittenOutside(riskOf(draft, step)));
  return touching.slice(1).map(({ id }) => ({
    node: id,
    reason: `a person is written to a second time, after ${touching[0]!.id}`,
    fix: 'leave one of them out',
  }));
};
