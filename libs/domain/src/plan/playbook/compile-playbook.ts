import {
  playbookName,
  type ActivePlaybook,
  type ArtifactBundle,
  type DeclaredRead,
  type ForEach,
  type ListDeclaration,
  type Plan,
  type PlanStep,
  type PlaybookDefinition,
  type PlaybookProposal,
  type ProposedStep,
  type ReadPages,
  type Values,
} from '@arbiter/contracts';
import { isBinding } from '../steps/bindings';
import { inDependencyOrder } from '../steps/dependency-order';
import { wayBackOf } from '../steps/way-back';
import { draftOf, isWrittenOutside, nodesOf, readOf, riskOf, toolOf, type Draft, type PlaybookRefusal } from './draft';
import { PLAYBOOK_RULES } from './playbook-rules';
import { cursorIn, saysWhetherItEnds } from './pages';
import { originOf } from './rules/sources';
import { DIGEST_COPY } from './rules/complete';
import { bindingToSlot, slotSteps, slotsTakenBy } from './slots';

type ActingStep = ForEach['steps'][number];

/**
 * PL-12, PL-19: a proposal as a plan, or all its errors. This checks what the plan may do, in which order, to which
 * objects and to whom; code adds the reads, the guards, the verdict and the digest.
 */
export function compilePlaybook(
  proposal: PlaybookProposal,
  active: ActivePlaybook,
  bundle: ArtifactBundle,
): Plan | readonly PlaybookRefusal[] {
  const draft = draftOf(proposal, active, bundle);
  for (const stage of PLAYBOOK_RULES) {
    const refusals = Object.entries(stage).flatMap(([rule, judge]) =>
      judge(draft).map((found) => ({ rule, ...found })),
    );
    if (refusals.length > 0) return refusals;
  }
  return planOf(draft);
}

function planOf(draft: Draft): Plan {
  const { definition, proposal } = draft;
  const { objective } = definition;
  const read = readOf(draft, proposal.over)!;
  const looked = readOf(draft, objective.over)!;
  const reads = pagesOf(draft, read, read.read, []);
  const checks = pagesOf(draft, looked, `check_${looked.read}`, ['sweep']);
  const budget = definition.budgets?.run;
  return {
    intentId: null,
    template: playbookName(definition.playbook),
    templateVersion: definition.version,
    scope: definition.scope,
    steps: [
      ...reads,
      sweepOf(draft, read, reads),
      ...checks,
      {
        id: 'verdict',
        type: 'verdict',
        title: objective.description,
        dependsOn: idsOf(checks),
        optional: false,
        objective: {
          over: overOf(draft, looked, checks),
          object: objective.object,
          holds: objective.holds,
          ...(objective.acknowledged === undefined ? {} : { acknowledged: objective.acknowledged }),
        },
      },
      {
        id: 'digest',
        type: 'respond',
        title: 'Tell what came of it',
        dependsOn: ['verdict'],
        optional: false,
        copy: DIGEST_COPY,
        args: {
          selected: { from: 'steps.sweep.result.selected' },
          done: { from: 'steps.sweep.result.done' },
          failed: { from: 'steps.sweep.result.failed' },
          unknown: { from: 'steps.sweep.result.unknown' },
          held: { from: 'steps.sweep.result.held' },
          objects: { from: 'steps.verdict.result.objects' },
          unmet: { from: 'steps.verdict.result.unmet' },
        },
      },
    ],
    ...(budget && { budget }),
  };
}

const idsOf = (steps: readonly PlanStep[]): string[] => steps.map(({ id }) => id);

/**
 * CX-02: a read of the playbook, a step a page. Whether a further page is there is known from those before it: from the
 * first where the vendor counts its pages, so that the others are read side by side.
 */
function pagesOf(draft: Draft, read: DeclaredRead, id: string, dependsOn: readonly string[]): readonly PlanStep[] {
  const { description, list } = toolOf(draft, read)!;
  const idOf = (page: number): string => `${id}_${page}`;
  return Array.from({ length: read.pages?.most ?? 1 }, (_, index) => ({
    id: idOf(index + 1),
    type: 'tool_call' as const,
    title: description,
    dependsOn: index === 0 ? [...dependsOn] : [idOf(list?.pages === undefined ? index : 1)],
    optional: false,
    tool: read.tool,
    args: { ...bound(read.args ?? {}, draft.definition), ...pageArgument(read, list, index, idOf) },
  }));
}

/** The number of the page, or the cursor that the page before it gave. */
function pageArgument(
  { pages }: DeclaredRead,
  list: ListDeclaration | undefined,
  index: number,
  idOf: (page: number) => string,
): Values {
  if (!pages) return {};
  const cursor = list && cursorIn(list);
  if (cursor === undefined) return { [pages.argument]: index + 1 };
  return index === 0 ? {} : { [pages.argument]: { from: `steps.${idOf(index)}.result.${cursor}` } };
}

function overOf(draft: Draft, read: DeclaredRead, steps: readonly PlanStep[]): ReadPages {
  const { list = { items: read.items } } = toolOf(draft, read)!;
  return { steps: idsOf(steps), read, ...((read.pages || saysWhetherItEnds(list)) && { list }) };
}

function sweepOf(draft: Draft, read: DeclaredRead, reads: readonly PlanStep[]): PlanStep {
  const { definition, proposal } = draft;
  const { constraints, limits, objective } = definition;
  const reachesOut = proposal.steps.some((step) => isWrittenOutside(riskOf(draft, step)));
  const acting = nodesOf(draft).map((step) => actingStep(draft, step));
  const steps = inDependencyOrder([...slotSteps(proposal.steps, definition), ...acting])!;
  return {
    id: 'sweep',
    type: 'for_each',
    title: definition.title,
    dependsOn: idsOf(reads),
    optional: false,
    forEach: {
      selection: {
        over: overOf(draft, read, reads),
        where: proposal.where,
        object: objective.object,
        guards: reachesOut ? constraints.filter(({ constraint }) => constraint !== 'tone_profile') : [],
        most: limits.branches,
      },
      atOnce: limits.atOnce,
      steps: [...steps],
    },
  };
}

function actingStep(draft: Draft, step: ProposedStep): ActingStep {
  const { id, tool, args, dependsOn = [], optional, expect, when } = step;
  const { description, semanticTarget, list } = toolOf(draft, { tool })!;
  return {
    id,
    type: 'tool_call',
    title: description,
    dependsOn: [...dependsOn, ...slotsTakenBy(step, draft.definition)],
    optional: optional ?? false,
    tool,
    args: bound(args, draft.definition),
    ...(expect === undefined ? {} : { expect, ...(list && { list }) }),
    ...(when === undefined ? {} : { when }),
    ...(semanticTarget === undefined ? {} : { semanticTarget }),
    ...wayBackOf({ tool, ...(optional !== undefined && { optional }) }, draft.bundle),
  };
}

/** The bindings of a proposal as a run resolves them. */
const bound = (args: Values, definition: PlaybookDefinition): Values =>
  Object.fromEntries(Object.entries(args).map(([name, value]) => [name, boundValue(value, definition)]));

function boundValue(value: unknown, definition: PlaybookDefinition): unknown {
  const origin = originOf(value);
  const filled = bindingToSlot(origin, definition);
  if (filled) return filled;
  if (origin.of === 'prose') return { from: `args.prose.${origin.slot}` };
  if (!isBinding(value) || origin.of === 'step') return value;
  return { from: `args.${value.from}` };
}
