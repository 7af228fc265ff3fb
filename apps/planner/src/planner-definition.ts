import type { ArtifactRegistry } from '@arbiter/artifacts';
import { artifactsOfPlan, planDecider, type PlanState } from '@arbiter/domain';
import type { Asker } from '@arbiter/models';
import { domainRules, type ShellDefinition } from '@arbiter/runtime';
import type { Database } from '@arbiter/store';
import { askForPlan } from './ask-for-plan';

/** Compiles requests into checked plans. A pinned run keeps the artifacts it began with. */
export const plannerDefinition = (
  asker: Asker,
  artifacts: ArtifactRegistry,
  database: Database,
): ShellDefinition<PlanState> => ({
  app: 'planner',
  decider: planDecider as ShellDefinition<PlanState>['decider'],
  effects: { 'plan.draft_requested': askForPlan(asker, artifacts, database) },
  feeds: new Set(),
  rulesHash: domainRules('plan', require.resolve('@arbiter/domain')),
  artifactsOf: artifactsOfPlan as ShellDefinition<PlanState>['artifactsOf'],
  decidesAhead: true,
});
