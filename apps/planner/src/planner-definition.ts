import { artifactsOfPlan, planDecider, type PlanState } from '@arbiter/domain';
import { domainRules, type ArtifactRegistry, type Asker, type Database, type ShellDefinition } from '@arbiter/platform';
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
