import {
  causesOf,
  compileExpression,
  hardnessOfStep,
  tooEarly,
  type ArtifactBundle,
  type StepDefinition,
  type TemplateDefinition,
} from '@arbiter/contracts';
import { sentenceOf } from '../../words';
import { isBinding, sourceOf, stepsReadBy } from '../steps/bindings';
import { ancestorsOf, inDependencyOrder } from '../steps/dependency-order';
import { wayBackOf } from '../steps/way-back';
import { rejection, type PlanRejection } from './rejection';

/** One reason why a template cannot be compiled; null when it meets this rule. */
export type TemplateRule = (template: TemplateDefinition, bundle: ArtifactBundle) => PlanRejection | null;

/** Read in order; each rule may rely on those before it. */
export const TEMPLATE_RULES: readonly TemplateRule[] = [
  stepsHaveNamesOfTheirOwn,
  stepsSayWhatTheyDo,
  dependenciesExist,
  dependenciesEnd,
  proseComesLast,
  copyExists,
  agentsExist,
  toolsExist,
  scopeIsNotEmpty,
  toolsAreInScope,
  toolsAreAllowListed,
  onlyWhatCanBeUndoneSaysWhen,
  hardestToUndoComesLast,
  bindingsCanBeResolved,
  actionsStandOnActions,
  expectationsCompile,
];

const ordered = ({ steps }: TemplateDefinition) =>
  inDependencyOrder(steps.map(({ id, dependsOn = [] }) => ({ id, dependsOn })));
const toolCalls = ({ steps }: TemplateDefinition) => steps.filter((step) => step.type === 'tool_call');
/** A step, and a tool that it calls or lets an agent call. */
interface Use {
  readonly step: StepDefinition;
  readonly name: string;
}
const usesOf = ({ steps }: TemplateDefinition, { agents = [] }: ArtifactBundle): readonly Use[] =>
  steps.flatMap((step) => {
    const names =
      step.type === 'agent_run'
        ? agents.find(({ agent }) => agent === step.agent)!.tools
        : step.type === 'tool_call'
          ? [step.tool!]
          : [];
    return names.map((name) => ({ step, name }));
  });
const speaks = ({ type }: StepDefinition) => type === 'respond' || type === 'synthesize' || type === 'ask_user';
const invalid = (step: StepDefinition, what: string) => rejection('invalid_template', `step ${step.id} ${what}`);

/** The rejection of the first step that has one. */
function firstOf(
  steps: readonly StepDefinition[],
  judge: (step: StepDefinition) => PlanRejection | null,
): PlanRejection | null {
  for (const step of steps) {
    const found = judge(step);
    if (found) return found;
  }
  return null;
}

function stepsHaveNamesOfTheirOwn({ steps }: TemplateDefinition) {
  return firstOf(steps, (step) =>
    steps.filter(({ id }) => id === step.id).length > 1
      ? invalid(step, 'is there twice; give each step its own id')
      : null,
  );
}

function stepsSayWhatTheyDo({ steps }: TemplateDefinition) {
  return firstOf(steps, (step) => {
    if (step.type === 'tool_call' && step.tool === undefined) return invalid(step, 'calls no tool; add `tool`');
    if (step.type === 'retrieve' && step.args?.['query'] === undefined)
      return invalid(step, 'looks for nothing; add `args.query`');
    if (step.type === 'validate' && step.expect === undefined) return invalid(step, 'checks nothing; add `expect`');
    if (step.type === 'agent_run' && step.args?.['wish'] === undefined)
      return invalid(step, 'lets an agent do nothing; add `args.wish`');
    return speaks(step) && step.copy === undefined ? invalid(step, 'says nothing; add `copy`') : null;
  });
}

function dependenciesExist({ steps }: TemplateDefinition) {
  const ids = new Set(steps.map(({ id }) => id));
  return firstOf(steps, (step) => {
    const unknown = step.dependsOn?.find((id) => !ids.has(id));
    return unknown === undefined ? null : invalid(step, `depends on ${unknown}, which is no step`);
  });
}

function dependenciesEnd(template: TemplateDefinition) {
  return ordered(template)
    ? null
    : rejection('invalid_template', `steps of ${template.template} wait for each other; take one dependency out`);
}

/**
 * Nothing is done to the world after prose was asked for: the header in front of the prose is the last word on it
 * (ER-02).
 */
function proseComesLast(template: TemplateDefinition) {
  const ancestors = ancestorsOf(ordered(template)!);
  const prose = template.steps.filter(({ type }) => type === 'synthesize').map(({ id }) => id);
  return firstOf(template.steps, (step) => {
    if (speaks(step) || step.type === 'finalize') return null;
    const before = prose.find((id) => ancestors.get(step.id)!.has(id));
    return before === undefined ? null : invalid(step, `waits for the prose of ${before}; prose comes last`);
  });
}

function copyExists({ steps }: TemplateDefinition, bundle: ArtifactBundle) {
  return firstOf(steps, (step) => {
    const keys = [...(step.copy === undefined ? [] : [step.copy]), ...Object.values(step.failureCopy ?? {})];
    const unknown = keys.find((key) => sentenceOf(bundle, key) === undefined);
    return unknown === undefined
      ? null
      : rejection('unknown_copy', `step ${step.id} uses the copy ${unknown}, which does not exist`);
  });
}

function agentsExist({ steps }: TemplateDefinition, { agents = [] }: ArtifactBundle) {
  return firstOf(steps, (step) =>
    step.type !== 'agent_run' || agents.some(({ agent }) => agent === step.agent)
      ? null
      : rejection('unknown_agent', `step ${step.id} lets ${step.agent ?? 'no agent'} work, which does not exist`),
  );
}

/** The rejection of the first use of a tool that has one. */
function firstOfUses(uses: readonly Use[], judge: (use: Use) => PlanRejection | null): PlanRejection | null {
  for (const use of uses) {
    const found = judge(use);
    if (found) return found;
  }
  return null;
}

function toolsExist(template: TemplateDefinition, bundle: ArtifactBundle) {
  return firstOfUses(usesOf(template, bundle), ({ step, name }) =>
    bundle.tools.some(({ tool }) => tool === name)
      ? null
      : rejection('unknown_tool', `step ${step.id} calls ${name}, which does not exist`),
  );
}

/** CP-02 */
function scopeIsNotEmpty(template: TemplateDefinition, bundle: ArtifactBundle) {
  if (usesOf(template, bundle).length === 0 || Object.keys(template.scope.allowed).length > 0) return null;
  return rejection(
    'empty_scope',
    `${template.template} calls tools with an empty scope; list the capabilities it needs`,
  );
}

/** PL-04: of an agent's tools too, whether it calls them or not. */
function toolsAreInScope(template: TemplateDefinition, bundle: ArtifactBundle) {
  const { allowed } = template.scope;
  return firstOfUses(usesOf(template, bundle), ({ step, name }) => {
    const { extension, capability } = bundle.tools.find(({ tool }) => tool === name)!;
    if (Object.hasOwn(allowed, extension) && allowed[extension]!.includes(capability)) return null;
    return rejection(
      'out_of_scope',
      `step ${step.id} needs ${capability} of ${extension}, which the scope of ${template.template} does not hold`,
    );
  });
}

function toolsAreAllowListed(template: TemplateDefinition, bundle: ArtifactBundle) {
  return firstOfUses(usesOf(template, bundle), ({ step, name }) =>
    bundle.policy.allowList.includes(name)
      ? null
      : rejection('not_allow_listed', `step ${step.id} calls ${name}, which is not on the allow list`),
  );
}

/** SG-03: `undo` would promise what no tool does, and `keep` says nothing there. */
function onlyWhatCanBeUndoneSaysWhen({ steps }: TemplateDefinition, bundle: ArtifactBundle) {
  return firstOf(steps, (step) =>
    step.onFailure === undefined || (step.type === 'tool_call' && wayBackOf(step, bundle).undo !== undefined)
      ? null
      : invalid(step, 'does nothing that a tool undoes; take `onFailure` out'),
  );
}

/** SG-02: of two changes, the one that is harder to take back waits for the other. */
function hardestToUndoComesLast(template: TemplateDefinition, bundle: ArtifactBundle) {
  const ancestors = ancestorsOf(ordered(template)!);
  const [found] = tooEarly(
    template.steps,
    (step) => hardnessOfStep(step, bundle),
    (step, than) => ancestors.get(step.id)!.has(than.id),
  );
  return found
    ? invalid(
        found.step,
        `is harder to take back than ${found.than.id}, and does not wait for it; add ${found.than.id} to its dependsOn, and let that one not wait for it`,
      )
    : null;
}

function bindingsCanBeResolved(template: TemplateDefinition) {
  const ancestors = ancestorsOf(ordered(template)!);
  const declared = (template.args as { properties?: object } | null)?.properties ?? {};
  return firstOf(template.steps, (step) => {
    for (const [name, value] of Object.entries(step.args ?? {}).filter(([, value]) => isBinding(value))) {
      const source = isBinding(value) ? sourceOf(value) : null;
      if (source === null)
        return invalid(step, `takes ${name} from nowhere; write args.<name> or steps.<id>.result.<name>`);
      if (source.of === 'args' && !Object.hasOwn(declared, source.path[0]!))
        return invalid(step, `takes ${name} from args.${source.path[0]}, which is no argument`);
      if (source.of === 'step' && !ancestors.get(step.id)!.has(source.stepId))
        return invalid(step, `takes ${name} from ${source.stepId} without depending on it`);
    }
    return null;
  });
}

/**
 * A step that acts on the world takes its values from the arguments and from other actions: never from a text that was
 * found, or from a step that only shows or checks.
 */
function actionsStandOnActions(template: TemplateDefinition) {
  const actions = new Set(toolCalls(template).map(({ id }) => id));
  return firstOf(toolCalls(template), (step) => {
    const other = stepsReadBy(step.args).find((id) => !actions.has(id));
    return other === undefined
      ? null
      : invalid(step, `takes a value from ${other}, which calls no tool; take it from \`args\` or from a tool_call`);
  });
}

function expectationsCompile({ steps }: TemplateDefinition) {
  return firstOf(steps, (step) => {
    try {
      for (const { that } of causesOf(step.expect)) compileExpression('step_expectation', that);
      return null;
    } catch (error) {
      return invalid(step, (error as Error).message);
    }
  });
}
