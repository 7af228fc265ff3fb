import { prepareLanguages, sessionDecider, type SessionState } from '@arbiter/domain';
import { domainRules, type ServiceCore, type ShellDefinition } from '@arbiter/platform';
import { askForIntent } from './ask-for-intent';
import { onTurnReceived } from './on-turn-received';
import { onRunSubmitted } from './on-run-submitted';
import { onRunSuspended } from './on-run-suspended';
import { onRunCompleted } from './on-run-completed';
import { onRunSettled } from './on-run-settled';

/** Decides category, thread, intent, slots and question of every turn. New turns get the tenant's active artifacts. */
export function routerDefinition(core: ServiceCore): ShellDefinition<SessionState> {
  prepareLanguages();
  return {
    app: 'router',
    decider: sessionDecider as ShellDefinition<SessionState>['decider'],
    reactions: [onTurnReceived, onRunSubmitted, onRunSuspended, onRunCompleted, onRunSettled],
    effects: { 'intent.requested': askForIntent(core) },
    feeds: new Set(['turn']),
    rulesHash: domainRules('session', require.resolve('@arbiter/domain')),
    artifactsOf: () => null,
  };
}
