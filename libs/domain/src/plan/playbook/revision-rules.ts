import { causesOf, goneAfter, keptSteps, type GoneStep, type ProposedStep, type RevisionOf } from '@arbiter/contracts';
import { isSameValue } from '../../canonical-hash';
import { isWrittenOutside, riskOf, type Draft, type PlaybookRefusal } from './draft';
import { isUnmet } from './revisable';
import { ancestorsIn } from './rules/shape';

/**
 * What a rule about revisions looks at: a proposal that is a plan by all other rules, and what it is to stand in for.
 */
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
    .filter((kept) => !proposal.steps.some((step) => isSameValue(spelledOut(step), spelledOut(kept))))
    .map(({ id }) => ({
      node: id,
      reason: `does not wait for ${of.stepId}, and is changed`,
      fix: 'repeat it as it was',
    }));

/** A model writes out what may be left out. */
const spelledOut = ({ dependsOn = [], optional = false, expect, ...step }: ProposedStep) => ({
  ...step,
  dependsOn,
  optional,
  expect: causesOf(expect),
});

/** A step is done once: what was taken out, now or by an earlier revision, does not come back under its name. */
const idsAreNew: RevisionRule = (revised) => {
  const used = new Set(goneAfter(revised.of).map(({ step }) => step.id));
  return newSteps(revised)
    .filter(({ id }) => used.has(id))
    .map(({ id }) => ({ node: id, reason: 'its id was used before', fix: 'give it another id' }));
};

/** Leaving out what failed would call the object done. */
const somethingElseIsDone: RevisionRule = (revised) =>
  newSteps(revised).length > 0
    ? []
    : [{ node: 'steps', reason: 'nothing is done instead', fix: 'add a step, or say that nothing more is to be done' }];

/**
 * What has changed something already is not done a second time: a result that was not as expected is one all the same.
 */
const deedsAreDoneOnce: RevisionRule = (revised) => {
  const { draft, of } = revised;
  const carriedOut = goneAfter(of).filter(({ step, code }) => isUnmet(step, code));
  const deeds = [...keptSteps(of.parent, of.stepId), ...carriedOut.map(({ step }) => step)].filter(
    (step) => riskOf(draft, step) !== 'read',
  );
  const isOutside = (step: ProposedStep): boolean => isWrittenOutside(riskOf(draft, step));
  return newSteps(revised)
    .filter((step) => deeds.some((deed) => deed.tool === step.tool || (isOutside(deed) && isOutside(step))))
    .map(({ id }) => ({ node: id, reason: 'may do again what was done before', fix: 'leave it out' }));
};

/**
 * What was not so, or was not looked at, keeps everybody outside from seeing anything, until it is looked at and is so.
 */
const expectationsAreLookedAt: RevisionRule = (revised) => {
  const { draft, of } = revised;
  const ancestors = ancestorsIn(draft);
  const open = goneAfter(of).flatMap((gone) => openCauses(draft, gone));
  return newSteps(revised)
    .filter((step) => riskOf(draft, step)?.startsWith('external_'))
    .flatMap((step) =>
      open
        .filter(
          (cause) => !draft.proposal.steps.some((look) => ancestors.get(step.id)!.has(look.id) && looksAt(look, cause)),
        )
        .map(({ by, that }) => ({
          node: step.id,
          reason: `would be seen outside although it is not known that ${that}`,
          fix: `leave it out, or have it wait for a step that looks at it as ${by.id} did`,
        })),
    );
};

interface OpenCause {
  readonly by: ProposedStep;
  readonly that: string;
}

/** What a lost step expects and is not known to be so: the first cause that does not hold ends the looking. */
function openCauses(draft: Draft, { step, code }: GoneStep): readonly OpenCause[] {
  if (riskOf(draft, step) !== 'read' && !isUnmet(step, code)) return [];
  const causes = causesOf(step.expect);
  const first = causes.findIndex((cause) => cause.code === code);
  return causes.slice(Math.max(first, 0)).map(({ that }) => ({ by: step, that }));
}

const looksAt = ({ tool, args, expect }: ProposedStep, { by, that }: OpenCause): boolean =>
  tool === by.tool && isSameValue(args, by.args) && causesOf(expect).some((cause) => cause.that === that);

const newSteps = ({ draft: { proposal }, of }: Revised): readonly ProposedStep[] => {
  const kept = keptSteps(of.parent, of.stepId).map(({ id }) => id);
  return proposal.steps.filter(({ id }) => !kept.includes(id));
};

/** PL-18, PL-19: what keeps a revision from becoming another plan altogether. */
export const REVISION_RULES: Readonly<Record<string, RevisionRule>> = {
  selectionStays,
  otherStepsStay,
  idsAreNew,
  somethingElseIsDone,
  deedsAreDoneOnce,
  expectationsAreLookedAt,
};
