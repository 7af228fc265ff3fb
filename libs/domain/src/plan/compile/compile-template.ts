import {
  DELEGATION_DEPTH,
  USUAL_AGENT_BUDGET,
  type AgentProfile,
  type AgentTask,
  type ArtifactBundle,
  type CapabilityScope,
  type PlanStep,
  type Question,
  type StepDefinition,
  type TemplateDefinition,
} from '@arbiter/contracts';
import { sentenceOf } from '../../words';
import { inDependencyOrder } from '../steps/dependency-order';
import { wayBackOf } from '../steps/way-back';
import { BUILT_IN, agentTemplate } from './built-in-plans';
import { argumentCheck, type ArgumentCheck } from './arguments';
import { rejection, type PlanRejection } from './rejection';
import { TEMPLATE_RULES } from './template-rules';

/** A template that passed every check that needs no arguments (PL-04). */
export interface CompiledTemplate {
  readonly template: TemplateDefinition;
  /** in dependency order */
  readonly steps: readonly PlanStep[];
  /** null when no tool is called */
  readonly scope: CapabilityScope | null;
  readonly checkArguments: ArgumentCheck;
}

type Compiled = CompiledTemplate | PlanRejection;
const compiledTemplates = new WeakMap<ArtifactBundle, Map<string, Compiled>>();

/** The template of that name, compiled once a bundle; or why there is none to be used (PL-02). */
export function compiledTemplate(bundle: ArtifactBundle, name: string): Compiled {
  let ofBundle = compiledTemplates.get(bundle);
  if (!ofBundle) compiledTemplates.set(bundle, (ofBundle = new Map()));
  const known = ofBundle.get(name);
  if (known) return known;
  const template =
    name === BUILT_IN.agent ? agentTemplate(bundle) : bundle.templates.find((candidate) => candidate.template === name);
  if (!template) return rejection('unknown_template', `there is no template ${name.slice(0, 64)}`);
  const compiled = compile(template, bundle);
  ofBundle.set(name, compiled);
  return compiled;
}

function compile(template: TemplateDefinition, bundle: ArtifactBundle): Compiled {
  for (const rule of TEMPLATE_RULES) {
    const refused = rule(template, bundle);
    if (refused) return refused;
  }
  const checkArguments = usableArgumentCheck(template);
  if (typeof checkArguments !== 'function') return checkArguments;
  const steps = inDependencyOrder(template.steps.map((step) => planStep(step, bundle)))!;
  const scope = steps.some(({ type }) => type === 'tool_call' || type === 'agent_run') ? template.scope : null;
  return { template, steps, scope, checkArguments };
}

function usableArgumentCheck(template: TemplateDefinition): ArgumentCheck | PlanRejection {
  try {
    return argumentCheck(template);
  } catch (error) {
    return rejection(
      'invalid_template',
      `the args of ${template.template} are no usable JSON Schema: ${(error as Error).message}`,
    );
  }
}

function planStep(
  { id, type, title, dependsOn = [], optional = false, agent, onFailure, ...rest }: StepDefinition,
  bundle: ArtifactBundle,
): PlanStep {
  const tool = bundle.tools.find((candidate) => candidate.tool === rest.tool);
  const profile = bundle.agents?.find((candidate) => candidate.agent === agent);
  const step = {
    ...rest,
    id,
    type,
    title: title ?? (tool ?? profile)?.description ?? id,
    dependsOn,
    optional,
    ...(rest.expect !== undefined && tool?.list && { list: tool.list }),
    ...(tool?.semanticTarget !== undefined && { semanticTarget: tool.semanticTarget }),
    ...wayBackOf({ tool: rest.tool, optional, onFailure }, bundle),
    ...(profile && { class: profile.class, agent: taskOf(profile, bundle) }),
    ...(type === 'ask_user' && { question: questionOf(id, rest.copy!, bundle) }),
  };
  // The rules of templates have found that it has what its kind needs.
  return step as PlanStep;
}

const questionOf = (key: string, copy: string, bundle: ArtifactBundle): Question => ({
  key,
  expectedType: 'freeform',
  prompt: sentenceOf(bundle, copy)!,
});

/** CP-04: the agents that it may delegate to, and theirs, stand in the plan with the most that each may take. */
function taskOf(profile: AgentProfile, bundle: ArtifactBundle, depth = DELEGATION_DEPTH): AgentTask {
  const { agent, version, tools, budget, mayDelegateTo = [] } = profile;
  const named = depth === 0 ? [] : (bundle.agents ?? []).filter((other) => mayDelegateTo.includes(other.agent));
  const delegates = named.map((other) => ({ ...taskOf(other, bundle, depth - 1), class: other.class }));
  return {
    profile: agent,
    version,
    tools: [...tools],
    budget: { ...USUAL_AGENT_BUDGET, ...budget },
    ...(delegates.length > 0 && { delegates }),
  };
}
