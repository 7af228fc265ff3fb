import { withPersonalValues, type ArtifactBundle, type Plan, type SlotDefinition } from '@arbiter/contracts';
import { slotQuestion } from '../../session';
import { withLabels } from '../../words';
import { playbookOfPlan } from '../playbook/active-playbook';
import { compileVerdict } from '../playbook/compile-verdict';
import type { PlaybookRefusal } from '../playbook/draft';
import type { RunRequest } from '../../run-request';
import { BUILT_IN, cancelledPlan, clarifyPlan, followPlan, respondPlan } from './built-in-plans';
import { compiledTemplate, type CompiledTemplate } from './compile-template';
import { isRejection, rejection, type PlanRejection } from './rejection';

/** PR-09: whatever is asked for becomes a plan, or a no with its reason. */
export function compilePlan(request: RunRequest, bundle: ArtifactBundle): Plan | PlanRejection {
  switch (request.purpose) {
    case 'template':
      return templatePlan(request, bundle);
    case 'agent':
      return checkedPlan(request, compiledTemplate(bundle, BUILT_IN.agent), bundle);
    case 'playbook':
      return rejection('unknown_template', 'the plan of a playbook is drawn up before it is compiled');
    case 'verdict':
      return verdictPlan(request, bundle);
    case 'respond':
      return respondPlan(request, bundle);
    case 'clarify':
      return clarifyPlan(request, bundle);
    case 'follow':
      return followPlan(request, bundle);
    case 'cancelled':
      return cancelledPlan(request, bundle);
  }
}

/** EVL-05: a look at the objective of a playbook. */
function verdictPlan({ template }: RunRequest, bundle: ArtifactBundle): Plan | PlanRejection {
  const active = playbookOfPlan(bundle, { template: template ?? '' });
  if (!active) return rejection('unknown_playbook', `the tenant has switched on no ${template ?? 'playbook'}`);
  const plan = compileVerdict(active, bundle);
  if ('steps' in plan) return plan;
  const [{ node, reason, fix }] = plan as [PlaybookRefusal];
  return rejection('invalid_plan', `${node}: ${reason}; ${fix}`);
}

function templatePlan(request: RunRequest, bundle: ArtifactBundle): Plan | PlanRejection {
  const compiled = compiledTemplate(bundle, request.template ?? '');
  if (isRejection(compiled)) return compiled;
  if (request.intentId === null && compiled.template.direct !== true) {
    return rejection(
      'not_direct',
      `${compiled.template.template} cannot be started by name; set \`direct\` or ask for it in words`,
    );
  }
  const missing = firstMissingSlot(request, bundle);
  return missing ? askUserPlan(request, compiled, missing, bundle) : checkedPlan(request, compiled, bundle);
}

function checkedPlan(
  request: RunRequest,
  compiled: CompiledTemplate | PlanRejection,
  bundle: ArtifactBundle,
): Plan | PlanRejection {
  if (isRejection(compiled)) return compiled;
  const wrong = compiled.checkArguments(withPersonalValues(request.args, request.personal));
  return wrong === null ? classified(planOf(request, compiled), bundle) : rejection('invalid_args', wrong);
}

function firstMissingSlot({ intentId, args }: RunRequest, { intents }: ArtifactBundle): SlotDefinition | undefined {
  const slots = intents.find(({ intent }) => intent === intentId)?.slots ?? [];
  return slots.find(({ name, required }) => required && (!Object.hasOwn(args, name) || args[name] === null));
}

function planOf({ intentId }: RunRequest, { template, scope, steps }: CompiledTemplate): Plan {
  return { intentId, template: template.template, templateVersion: template.version, scope, steps: [...steps] };
}

/** PV-09: the intent's class holds for the steps that have none; a model has no part in it (PV-03). */
function classified(plan: Plan, { intents }: ArtifactBundle): Plan {
  const named = intents.find(({ intent }) => intent === plan.intentId)?.class;
  if (named === undefined) return plan;
  const steps = plan.steps.map((step) => (step.type === 'synthesize' ? { class: named, ...step } : step));
  return { ...plan, steps };
}

/** CL-07: the run asks and ends; the answer is a new run on the same thread. */
function askUserPlan(
  request: RunRequest,
  compiled: CompiledTemplate,
  slot: SlotDefinition,
  bundle: ArtifactBundle,
): Plan {
  const question = withLabels(slotQuestion(slot), bundle);
  return {
    ...planOf(request, compiled),
    scope: null,
    steps: [{ id: 'ask', type: 'ask_user', title: `Ask for ${slot.name}`, dependsOn: [], optional: false, question }],
  };
}
