import { causesOf, goneAfter, keptSteps, type GoneStep, type ProposedStep, type RevisionOf } from '@arbiter/contracts';
import { isSameValue } from '../../canonical-hash';
import { isWrittenOutside, riskOf, type Draft, type PlaybookRefusal } from './draft';
import { isUnmet } from './revisable';
import { ancestorsIn } from './rules/shape';

/** The input of a rule about revisions: a proposal that passes all other rules, and the plan it is to replace. */
export interface Revised {
  readonly draft: Draft;
  readonly of: RevisionOf;
}

/** The objections of one rule to a revision. */
export type RevisionRule = (revised: Revised) => readonly Omit<PlaybookRefusal, 'rule'>[];

/** The objects stay those that were chosen. */
const selectionStays: RevisionRule = ({ draft: { proposal }, of: { parent } }) =>
  (['over', 'where'] as const)
    .filter((name) => proposal[name] !== parent[name])
    .map((name) => ({ node: name, reason: 'is not what it was', fix: `leave it at ${parent[name]}` }));

/** Steps that were done stay done, and steps that wait for no failed step are done as planned. */
const otherStepsStay: RevisionRule = ({ draft: { proposal }, of }) =>
  keptSteps(of.parent, of.stepId)
    .filter((kept) => !proposal.steps.some((step) => isSameValue(spelledOut(step), spelledOut(kept))))
    .map(({ id }) => ({
      node: id,
      reason: `does not wait for ${of.stepId}, and is changed`,
      fix: 'repeat it as it was',
    }));

/** A model may write out the defaults. */
const spelledOut = ({ dependsOn = [], optional = false, expect, ...step }: ProposedStep) => ({
  ...step,
  dependsOn,
  optional,
  expect: causesOf(expect),
});

/** A step is done once: the id of a removed step, removed now or by an earlier revision, is not used again. */
const idsAreNew: RevisionRule = (revised) => {
  const used = new Set(goneAfter(revised.of).map(({ step }) => step.id));
  return newSteps(revised)
    .filter(({ id }) => used.has(id))
    .map(({ id }) => ({ node: id, reason: 'its id was used before', fix: 'give it another id' }));
};

/** Only leaving out the failed step would count the object as done. */
const somethingElseIsDone: RevisionRule = (revised) =>
  newSteps(revised).length > 0
    ? []
    : [{ node: 'steps', reason: 'nothing is done instead', fix: 'add a step, or say that nothing more is to be done' }];

/** A step that changed something is not done a second time: it took effect even when its result was not as expected. */
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
 * While an expectation is unmet or unchecked, nothing may be shown to anyone outside; a new read has to meet it first.
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

/** The expectations of a removed step that are not known to be met: the check stopped at the first unmet cause. */
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

/** PL-18, PL-19: the rules that keep a revision from becoming another plan altogether. */
export const REVISION_RULES: Readonly<Record<string, RevisionRule>> = {
  selectionStays,
  otherStepsStay,
  idsAreNew,
  somethingElseIsDone,
  deedsAreDoneOnce,
  expectationsAreLookedAt,
};
