import type { ArtifactRegistry } from '@arbiter/artifacts';
import { artifactsOfRun, audienceOfRun, runDecider, type RunState } from '@arbiter/domain';
import type { Asker } from '@arbiter/models';
import { domainRules, type Logger, type ShellDefinition } from '@arbiter/runtime';
import type { Database } from '@arbiter/store';
import { askForEvidence } from './ask-for-evidence';
import { askForReply } from './ask-for-reply';
import { askForSlot } from './ask-for-slot';
import { logRunEnd } from './log-run-end';

/** Walks plans. It alone shows people anything (EV-05). */
export const executorDefinition = (
  asker: Asker,
  artifacts: ArtifactRegistry,
  logger: Logger,
  database: Database,
): ShellDefinition<RunState> => ({
  app: 'executor',
  decider: runDecider as ShellDefinition<RunState>['decider'],
  effects: {
    'retrieval.requested': askForEvidence(asker),
    'reply.requested': askForReply(asker, artifacts),
    'slot.requested': askForSlot(asker, database),
    'run.completed': logRunEnd(logger),
  },
  feeds: new Set(),
  rulesHash: domainRules('run', require.resolve('@arbiter/domain')),
  artifactsOf: artifactsOfRun as ShellDefinition<RunState>['artifactsOf'],
  audience: audienceOfRun,
  decidesAhead: true,
});
