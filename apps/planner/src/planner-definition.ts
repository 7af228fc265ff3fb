import { planDecider, type PlanState } from '@arbiter/domain';
import { domainRules, type ShellDefinition } from '@arbiter/platform';

/** Compiles what was asked for into a checked plan. A pinned run keeps the artifacts it began with. */
export const plannerDefinition = (): ShellDefinition<PlanState> => ({
  app: 'planner',
  decider: planDecider as ShellDefinition<PlanState>['decider'],
  effects: {},
  feeds: new Set(),
  rulesHash: domainRules('plan', require.resolve('@arbiter/domain')),
  artifactsOf: (_state, input) => ('data' in input && 'artifacts' in input.data ? input.data.artifacts : null),
});
