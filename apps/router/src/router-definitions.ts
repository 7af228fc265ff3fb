import {
  SESSION_LOOKS_UP,
  artifactsOfPlaybook,
  mayBeDecidedLater,
  mayInstancesWait,
  playbookDecider,
  prepareLanguages,
  sessionDecider,
  type PlaybookState,
  type SessionState,
} from '@arbiter/domain';
import type { Asker } from '@arbiter/models';
import { domainRules, type ShellDefinition } from '@arbiter/runtime';
import { askForIntent } from './ask-for-intent';

/** What both deciders of the router have in common. */
const ROUTER = { app: 'router', feeds: new Set(['turn'] as const), decidesAhead: true } as const;
const DOMAIN = require.resolve('@arbiter/domain');

/** Decides category, thread, intent, slots and question of every turn. */
export function sessionDefinition(asker: Asker): ShellDefinition<SessionState> {
  prepareLanguages();
  return {
    ...ROUTER,
    decider: sessionDecider,
    effects: { 'intent.requested': askForIntent(asker) },
    rulesHash: domainRules('session', DOMAIN),
    looksUp: SESSION_LOOKS_UP,
    artifactsOf: () => null,
    mayWait: mayBeDecidedLater,
  };
}

/** Decides when the instances of a playbook begin. */
export const playbookDefinition = (): ShellDefinition<PlaybookState> => ({
  ...ROUTER,
  decider: playbookDecider,
  effects: {},
  rulesHash: domainRules('playbook', DOMAIN),
  artifactsOf: artifactsOfPlaybook,
  mayWait: mayInstancesWait,
});
