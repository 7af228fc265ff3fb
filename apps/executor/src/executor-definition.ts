import type { ArtifactRegistry } from '@arbiter/artifacts';
import {
  RUN_LOOKS_UP,
  agentDecider,
  artifactsOfAgent,
  artifactsOfRun,
  audienceOfRun,
  runDecider,
  type Agent,
  type RunState,
} from '@arbiter/domain';
import type { Asker } from '@arbiter/models';
import { domainRules, type Logger, type ShellDefinition } from '@arbiter/runtime';
import type { Database, EventStore } from '@arbiter/store';
import { askForAgent } from './ask-for-agent';
import { askForEvidence } from './ask-for-evidence';
import { askForReply } from './ask-for-reply';
import { askForSlot } from './ask-for-slot';
import { logRunEnd } from './log-run-end';

const DOMAIN = require.resolve('@arbiter/domain');

/** Walks plans. It alone shows people anything (EV-05). */
export const runDefinition = (
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
  rulesHash: domainRules('run', DOMAIN),
  looksUp: RUN_LOOKS_UP,
  artifactsOf: artifactsOfRun as ShellDefinition<RunState>['artifactsOf'],
  audience: audienceOfRun,
  decidesAhead: true,
});

/** Lets models act in a loop, within the budget of a step (EX-10). */
export const agentDefinition = (asker: Asker, database: Database, store: EventStore): ShellDefinition<Agent> => ({
  app: 'executor',
  decider: agentDecider as ShellDefinition<Agent>['decider'],
  effects: { 'agent.asked': askForAgent(asker, database, store) },
  feeds: new Set(),
  rulesHash: domainRules('agent', DOMAIN),
  artifactsOf: artifactsOfAgent as ShellDefinition<Agent>['artifactsOf'],
});
