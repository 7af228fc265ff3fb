import {
  defaultAgent,
  type AgentProfile,
  type ArtifactBundle,
  type Plan,
  type PlatformCopyKey,
  type Question,
  type TemplateDefinition,
  type Values,
} from '@arbiter/contracts';
import { HANDOFF_QUESTION, handoffQuestion } from '../../session';
import { sentenceOf, withLabels } from '../../words';
import type { RunRequest } from '../../run-request';
import { rejection, type PlanRejection } from './rejection';

/** Plans the platform makes itself; a tenant's template has no dot in its name. */
export const BUILT_IN = {
  respond: 'platform.respond',
  agent: 'platform.agent',
  clarify: 'platform.clarify',
  follow: 'platform.follow',
  cancelled: 'platform.cancelled',
} as const;

const VERSION = '1.0.0';

export function respondPlan(request: RunRequest, bundle: ArtifactBundle): Plan | PlanRejection {
  return speaking(request, bundle, BUILT_IN.respond, request.copy, {
    type: 'respond',
    title: 'Answer',
    ...questionOf(request, bundle),
  });
}

/**
 * CL-04: prose about not having understood, with the offer of a person; any other question is put in the copy's own
 * words.
 */
export function clarifyPlan(request: RunRequest, bundle: ArtifactBundle): Plan | PlanRejection {
  const asked = request.question ?? HANDOFF_QUESTION;
  const offersPerson = asked.key === HANDOFF_QUESTION.key;
  const question = withLabels(offersPerson ? handoffQuestion(bundle) : asked, bundle);
  return speaking(request, bundle, BUILT_IN.clarify, request.copy ?? 'unknown_intent', {
    type: offersPerson && request.copy !== SAID_AS_WRITTEN ? 'synthesize' : 'respond',
    title: 'Ask what is meant',
    question,
  });
}

/** The sentence about harming oneself: no model puts it in other words. */
const SAID_AS_WRITTEN: PlatformCopyKey = 'self_harm';

/** The run of a yes, a no or a stop reports how the run it speaks of ends. */
export function followPlan(request: RunRequest, bundle: ArtifactBundle): Plan | PlanRejection {
  if (request.follows === null) return rejection('invalid_template', 'a run that follows names no run');
  return speaking(request, bundle, BUILT_IN.follow, request.copy ?? 'working', {
    type: 'respond',
    title: 'Report the outcome',
    follows: request.follows,
  });
}

export function cancelledPlan(request: RunRequest, bundle: ArtifactBundle): Plan | PlanRejection {
  return speaking(request, bundle, BUILT_IN.cancelled, request.copy ?? 'cancelled', { type: 'finalize', title: 'End' });
}

interface SpokenStep {
  readonly type: 'respond' | 'synthesize' | 'finalize';
  readonly title: string;
  readonly question?: Question;
  readonly follows?: string;
}

function speaking(
  { intentId, args }: RunRequest,
  bundle: ArtifactBundle,
  template: string,
  copy: string | null,
  step: SpokenStep,
): Plan | PlanRejection {
  if (copy === null || sentenceOf(bundle, copy) === undefined)
    return rejection('unknown_copy', `there is no sentence ${copy ?? '(none named)'} in the copy`);
  return {
    intentId,
    template,
    templateVersion: VERSION,
    scope: null,
    steps: [{ id: 'reply', dependsOn: [], optional: false, copy, args: bindingsOf(args), ...step }],
  };
}

const questionOf = ({ question }: RunRequest, bundle: ArtifactBundle) =>
  question === null ? {} : { question: withLabels(question, bundle) };

/** The values stay sealed beside the plan: a plan is readable, its arguments may be personal. */
const bindingsOf = (args: Values): Values =>
  Object.fromEntries(
    Object.keys(args)
      .filter((name) => /^[A-Za-z0-9_]+$/.test(name))
      .map((name) => [name, { from: `args.${name}` }]),
  );

/** The longest wish, in characters; a message is not longer. */
const LONGEST_WISH = 10_000;

/** TP-15: what a default agent does with a wish: its tools are the scope. Undefined where there is none. */
export function agentTemplate(bundle: ArtifactBundle): TemplateDefinition | undefined {
  const profile = defaultAgent(bundle);
  if (profile === null) return undefined;
  const called = bundle.tools.filter(({ tool }) => profile.tools.includes(tool));
  const allowed = Object.groupBy(called, ({ extension }) => extension);
  return {
    template: BUILT_IN.agent,
    version: VERSION,
    description: profile.description,
    args: {
      type: 'object',
      required: ['wish'],
      additionalProperties: false,
      properties: { wish: { type: 'string', maxLength: LONGEST_WISH } },
    },
    scope: {
      allowed: Object.fromEntries(
        Object.entries(allowed).map(([extension, tools = []]) => [
          extension,
          [...new Set(tools.map(({ capability }) => capability))],
        ]),
      ),
    },
    steps: stepsOfAgent(profile),
  };
}

/** EX-08: an agent that finds nothing written does its work all the same. */
function stepsOfAgent({ agent, knowledge = false }: AgentProfile): TemplateDefinition['steps'] {
  const wish = { from: 'args.wish' };
  const work = { id: 'work', type: 'agent_run', agent, args: { wish } } as const;
  if (!knowledge) return [work];
  return [
    { id: 'find', type: 'retrieve', title: 'Look it up', optional: true, args: { query: wish } },
    { ...work, dependsOn: ['find'] },
  ];
}
