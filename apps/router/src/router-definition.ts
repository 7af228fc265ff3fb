import {
  artifactsOfRouter,
  mayBeDecidedLater,
  prepareLanguages,
  routerDecider,
  type RouterState,
} from '@arbiter/domain';
import type { Asker } from '@arbiter/models';
import { domainRules, type ShellDefinition } from '@arbiter/runtime';
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
    artifactsOf: artifactsOfRouter as ShellDefinition<RouterState>['artifactsOf'],
    decidesAhead: true,
    mayWait: mayBeDecidedLater,
  };
}
