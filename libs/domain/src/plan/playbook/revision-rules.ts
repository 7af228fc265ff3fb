import { causesOf, keptSteps, UNEXPECTED_RESULT, type ProposedStep, type RevisionOf } from '@arbiter/contracts';
import { isSameValue } from '../../canonical-hash';
import { isWrittenOutside, riskOf, type Draft, type PlaybookRefusal } from './draft';
import { ancestorsIn } from './rules/shape';

/** What a rule about revisions looks at: a proposal that is a plan by all other rules, and what it is to stand in for. */
export interface Revised {
  readonly draft: Draft;
  readonly of: RevisionOf;
}

/** What one rule has against a revision. */
export type RevisionRule = (revised: Revised) => readonly Omit<PlaybookRefusal, 'rule'>[];

/** The objects stay those that were chosen. */
const selectionStays: RevisionRule = ({ draft: { proposal }, of: { parent } }) =>
  (['over', 'where'] as const)
    .filter((name) => proposal[name] !== parent[name])
    .map((name) => ({ node: name, reason: 'is not what it was', fix: `leave it at ${parent[name]}` }));

/** What was done stays done, and what waits for nothing that failed is done as it was planned. */
const otherStepsStay: RevisionRule = ({ draft: { proposal }, of }) =>
  keptSteps(of.parent, of.stepId)
    .filter((kept) => !isSameValue(kept, proposal.steps.find(({ id }) => id === kept.id) ?? null))
    .map(({ id }) => ({ node: id, reason: `does not wait for ${of.stepId}, and is changed`, fix: 'repeat it as it was' }));

/** A step is done once: what failed, what waited for it and what earlier revisions took out does not come back under its name. */
const idsAreNew: RevisionRule = (revised) => {
  const { parent, gone } = revised.of;
  const used = new Set([...parent.steps.map(({ id }) => id), ...gone]);
  return newSteps(revised)
    .filter(({ id }) => used.has(id))
    .map(({ id }) => ({ node: id, reason: 'its id was used before', fix: 'give it another id' }));
};

/** Leaving out what failed would call the object done. */
const somethingElseIsDone: RevisionRule = (revised) =>
  newSteps(revised).length > 0
    ? []
    : [{ node: 'steps', reason: 'nothing is done instead', fix: 'add a step, or say that nothing more is to be done' }];

/** What has changed something already is not done a second time: a result that was not as expected is one all the same. */
const deedsAreDoneOnce: RevisionRule = (revised) => {
  const { draft, of } = revised;
  const failed = failedStep(of);
  const done = [...keptSteps(of.parent, of.stepId), ...(failed && isUnmet(failed, of.code) ? [failed] : [])].filter(
    (step) => riskOf(draft, step) !== 'read',
  );
  return newSteps(revised)
    .filter((step) => done.some((deed) => deed.tool === step.tool || (isOutside(draft, deed) && isOutside(draft, step))))
    .map(({ id }) => ({ node: id, reason: 'may do again what was done before', fix: 'leave it out' }));
};

/** What was not so keeps others from seeing anything of it, until it is looked at again and is so. */
const unmetIsLookedAtAgain: RevisionRule = (revised) => {
  const { draft, of } = revised;
  const failed = failedStep(of);
  const unmet = causesOf(failed?.expect).filter(({ code }) => code === of.code || of.code === UNEXPECTED_RESULT);
  const ancestors = ancestorsIn(draft);
  const isLookedAt = (step: ProposedStep, that: string): boolean =>
    draft.proposal.steps.some(
      (look) =>
        ancestors.get(step.id)!.has(look.id) &&
        look.tool === failed!.tool &&
        isSameValue(look.args, failed!.args) &&
        causesOf(look.expect).some((cause) => cause.that === that),
    );
  return newSteps(revised)
    .filter((step) => riskOf(draft, step)?.startsWith('external_'))
    .flatMap((step) =>
      unmet
        .filter(({ that }) => !isLookedAt(step, that))
        .map(({ that }) => ({
          node: step.id,
          reason: `would be seen outside although it was not so that ${that}`,
          fix: `leave it out, or have it wait for a step that looks at it as ${of.stepId} did`,
        })),
    );
};

const newSteps = ({ draft: { proposal }, of }: Revised): readonly ProposedStep[] => {
  const kept = keptSteps(of.parent, of.stepId).map(({ id }) => id);
  return proposal.steps.filter(({ id }) => !kept.includes(id));
};

const failedStep = ({ parent, stepId }: RevisionOf): ProposedStep | undefined =>
  parent.steps.find(({ id }) => id === stepId);

/** Whether a code says that a step was carried out, and its result was not what was expected of it. */
export const isUnmet = ({ expect }: Pick<ProposedStep, 'expect'>, code: string | null): boolean =>
  expect !== undefined && (code === UNEXPECTED_RESULT || causesOf(expect).some((cause) => cause.code === code));

const isOutside = (draft: Draft, step: ProposedStep): boolean => isWrittenOutside(riskOf(draft, step));

/** PL-18, PL-19: what keeps a revision from becoming another plan altogether. */
export const REVISION_RULES: Readonly<Record<string, RevisionRule>> = {
  selectionStays,
  otherStepsStay,
  idsAreNew,
  somethingElseIsDone,
  deedsAreDoneOnce,
  unmetIsLookedAtAgain,
};
