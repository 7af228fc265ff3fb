import { artifactsOfRun, audienceOfRun, runDecider, type RunState } from '@arbiter/domain';
import { domainRules, type ServiceParts, type ShellDefinition } from '@arbiter/platform';
import { askForEvidence } from './ask-for-evidence';
import { askForReply } from './ask-for-reply';
import { askForSlot } from './ask-for-slot';
import { noteEnd } from './note-end';

/** Walks plans. It alone shows people anything (EV-05). */
export const executorDefinition = ({ core, shell }: ServiceParts<RunState>): ShellDefinition<RunState> => ({
  app: 'executor',
  decider: runDecider as ShellDefinition<RunState>['decider'],
  effects: {
    'retrieval.requested': askForEvidence(core),
    'reply.requested': askForReply(core, shell),
    'slot.requested': askForSlot(core),
    'run.completed': noteEnd(core),
  },
  feeds: new Set(),
  rulesHash: domainRules('run', require.resolve('@arbiter/domain')),
  artifactsOf: artifactsOfRun as ShellDefinition<RunState>['artifactsOf'],
  audience: audienceOfRun,
});
