import { prepareLanguages, sessionDecider, type SessionState } from '@arbiter/domain';
import { domainRules, type ServiceParts, type ShellDefinition } from '@arbiter/platform';
import { askForIntent } from './ask-for-intent';

/** Decides category, thread, intent, slots and question of every turn. New turns get the tenant's active artifacts. */
export function routerDefinition({ core }: ServiceParts<SessionState>): ShellDefinition<SessionState> {
  prepareLanguages();
  return {
    app: 'router',
    decider: sessionDecider as ShellDefinition<SessionState>['decider'],
    effects: { 'intent.requested': askForIntent(core) },
    feeds: new Set(['turn']),
    rulesHash: domainRules('session', require.resolve('@arbiter/domain')),
    artifactsOf: () => null,
  };
}
