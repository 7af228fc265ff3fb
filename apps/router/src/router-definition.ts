import { isOfPlaybook, prepareLanguages, routerDecider, type RouterState } from '@arbiter/domain';
import { domainRules, type Asker, type ShellDefinition } from '@arbiter/platform';
import { askForIntent } from './ask-for-intent';

/** Decides category, thread, intent, slots and question of every turn, and when a playbook's instances begin. */
export function routerDefinition(asker: Asker): ShellDefinition<RouterState> {
  prepareLanguages();
  return {
    app: 'router',
    decider: routerDecider as ShellDefinition<RouterState>['decider'],
    effects: { 'intent.requested': askForIntent(asker) },
    feeds: new Set(['turn']),
    rulesHash: domainRules('session', require.resolve('@arbiter/domain')),
    artifactsOf,
    decidesAhead: true,
  };
}

/**
 * New turns get the tenant's active artifacts; an activation, a schedule and a playbook that is asked for those which
 * they came of.
 */
const artifactsOf: ShellDefinition<RouterState>['artifactsOf'] = (state, input) => {
  if (input.name === 'artifact.activated') return (input as { data: { hash: string } }).data.hash;
  if (input.name === 'playbook.submitted') return (input as { data: { artifacts: string } }).data.artifacts;
  return input.name === 'due' && isOfPlaybook(state) ? ((state.schedule ?? state.watch)?.artifacts ?? null) : null;
};
