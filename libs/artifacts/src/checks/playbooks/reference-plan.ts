import {
  causesOf,
  codesRevised,
  keptSteps,
  referencePlanOf,
  type DeclaredRead,
  type PlaybookProposal,
  type ProposedStep,
} from '@arbiter/contracts';
import { propertiesOf } from '../argument-schema';
import type { Problem } from '../bindings';
import { oneOf, type ReportInside } from '../check';
import { ancestorsOf } from '../dependencies';
import { TEXT, expressionProblems, meantOf, objectOf, shapeOfSchema, type Shape, type Variables } from '../expressions';
import { checkArguments } from '../steps';
import { checkCondition } from './conditions';
import type { Scene } from './scene';
import { conditionVariables } from './variables';

/**
 * The reference plan, used where no model is asked, names only what exists. The compiler checks everything else, as
 * with any plan.
 */
export function checkReferencePlan(scene: Scene): void {
  const { definition, report } = scene;
  const { over, where, steps } = definition.plan;
  const read = definition.reads.find((known) => known.read === over);
  if (!read) report(['plan', 'over'], `there is no read "${over}"`, oneOf(definition.reads.map((known) => known.read)));
  checkCondition(scene, ['plan', 'where'], where, read);
  checkSteps(scene, definition.plan, { steps, at: ['plan', 'steps'] }, read);
  checkReferenceRevisions(scene, read);
}

/** PL-18: the same for its revisions, one per step and failure code. */
function checkReferenceRevisions(scene: Scene, read: DeclaredRead | undefined): void {
  const { definition, report } = scene;
  const { revisions = [] } = definition;
  revisions.forEach(({ step, code, steps }, index) => {
    const parent = referencePlanOf(definition, step);
    if (!parent)
      return report(
        ['revisions', index, 'step'],
        `there is no step "${step}"`,
        'name a step of the plan, or of another revision',
      );
    const known = codesRevised(parent.steps.find(({ id }) => id === step)!);
    if (!known.includes(code))
      report(
        ['revisions', index, 'code'],
        `"${step}" is not planned anew after "${code}"`,
        known.length > 0 ? meantOf(code, known) : 'take `optional` from the step, or remove the revision',
      );
    if (revisions.findIndex((other) => other.step === step && other.code === code) < index)
      report(['revisions', index], `"${step}" with "${code}" is there twice`, 'remove one of the two');
    if (!steps) return;
    const revised = { ...parent, steps: [...keptSteps(parent, step), ...steps] };
    checkSteps(scene, revised, { steps, at: ['revisions', index, 'steps'] }, read);
  });
}

/** Checks these steps of a plan, which are written at `at`. */
function checkSteps(
  scene: Scene,
  plan: PlaybookProposal,
  { steps, at }: { readonly steps: readonly ProposedStep[]; readonly at: readonly (string | number)[] },
  read: DeclaredRead | undefined,
): void {
  const { definition, report } = scene;
  if (plan.steps.length > definition.limits.steps)
    report(at, `a plan has ${definition.limits.steps} steps at most`, 'raise `limits.steps`, or use fewer');
  steps.forEach((step, index) => {
    const inStep: ReportInside = (path, reason, fix) => report([...at, index, ...path], reason, fix);
    if (plan.steps.find(({ id }) => id === step.id) !== step)
      inStep(['id'], `"${step.id}" is there twice`, 'rename or remove one of the two');
    checkCall(scene, plan, step, read, inStep);
    checkOrder(plan.steps, step, inStep);
    checkExpressions(scene, plan, step, read, inStep);
  });
}

/** PL-18: what is expected of a step's result, and when the step is wanted at all. */
function checkExpressions(
  scene: Scene,
  plan: PlaybookProposal,
  step: ProposedStep,
  read: DeclaredRead | undefined,
  report: ReportInside,
): void {
  const known = conditionVariables(scene, read);
  const args = objectOf({ ...known, prose: objectOf(proseOf(scene)) });
  const result = resultOf(scene, step);
  causesOf(step.expect).forEach(({ that }, index) => {
    const path = typeof step.expect === 'string' ? ['expect'] : ['expect', index];
    for (const problem of expressionProblems('step_expectation', that, { result, args })) report(path, ...problem);
  });
  if (step.when === undefined) return;
  const steps = objectOf(resultsBefore(scene, plan, step));
  for (const problem of expressionProblems('step_condition', step.when, { ...known, steps }))
    report(['when'], ...problem);
}

const proseOf = ({ definition: { prose = [] } }: Scene): Variables =>
  Object.fromEntries(prose.map((slot) => [slot.prose, TEXT]));

const resultOf = ({ bundle }: Scene, { tool: name }: ProposedStep): Shape =>
  shapeOfSchema(bundle.tools.find(({ tool }) => tool === name)?.result);

/** The results of every step that a step waits for, by the step's id. */
const resultsBefore = (scene: Scene, { steps }: PlaybookProposal, { id }: ProposedStep): Variables => {
  const before = ancestorsOf(steps, id);
  return Object.fromEntries(
    steps.filter((step) => before.has(step.id)).map((step) => [step.id, objectOf({ result: resultOf(scene, step) })]),
  );
};

function checkCall(
  scene: Scene,
  plan: PlaybookProposal,
  step: ProposedStep,
  over: DeclaredRead | undefined,
  report: ReportInside,
): void {
  const names = scene.definition.tools.map(({ tool }) => tool);
  if (!names.includes(step.tool)) return report(['tool'], `"${step.tool}" is no tool of the playbook`, oneOf(names));
  const tool = scene.bundle.tools.find((known) => known.tool === step.tool);
  if (tool) checkArguments(tool, step.args, report);
  for (const [name, value] of Object.entries(step.args)) {
    const problem = sourceProblem(scene, plan, step, over, value);
    if (problem) report(['args', name], ...problem);
  }
}

function checkOrder(steps: readonly ProposedStep[], step: ProposedStep, report: ReportInside): void {
  const ids = steps.map(({ id }) => id).filter((id) => id !== step.id);
  step.dependsOn?.forEach((id, position) => {
    if (!ids.includes(id)) report(['dependsOn', position], `there is no other step "${id}"`, oneOf(ids));
  });
  if (ancestorsOf(steps, step.id).has(step.id))
    report(['dependsOn'], `step "${step.id}" waits for itself`, 'break the circle');
}

/** Why an argument, if it is bound to something, would stay empty. */
function sourceProblem(
  { bundle, definition, parameters }: Scene,
  { steps }: PlaybookProposal,
  { id }: ProposedStep,
  over: DeclaredRead | undefined,
  value: unknown,
): Problem | null {
  if (value === null || typeof value !== 'object') return null;
  if ('prose' in value) {
    const slots = (definition.prose ?? []).map(({ prose }) => prose);
    return slots.includes(String(value.prose)) ? null : [`there is no prose "${String(value.prose)}"`, oneOf(slots)];
  }
  if (!('from' in value)) return null;
  const results = [...ancestorsOf(steps, id)].flatMap((before) => {
    const name = steps.find((step) => step.id === before)?.tool;
    const fields = propertiesOf(bundle.tools.find(({ tool }) => tool === name)?.result) ?? [];
    return fields.map((field) => `steps.${before}.result.${field}`);
  });
  const known = [
    'today',
    ...Object.keys(over?.fields ?? {}).map((field) => `item.${field}`),
    ...parameters.map((name) => `parameters.${name}`),
    ...(definition.extract ?? []).map(({ extract }) => `extract.${extract}`),
    ...results,
  ];
  const from = String(value.from);
  return known.some((source) => from === source || (source.startsWith('steps.') && from.startsWith(`${source}.`)))
    ? null
    : [`"${from}" is nothing that is known before "${id}"`, oneOf(known)];
}
