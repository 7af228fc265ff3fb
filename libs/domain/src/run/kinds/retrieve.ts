import {
  answerTimes,
  type DecisionContext,
  type DueChange,
  type Fact,
  type FactOf,
  type PlanStep,
  type Proposal,
  type Retrieved,
  type StepOf,
} from '@arbiter/contracts';
import { instantAfter } from '../../instant';
import { line } from '../../words';
import type { StepEnding } from '../decide/validation';
import { retrievedOf, sourcesIn } from '../report/sources';
import { TOO_LATE } from '../slots/filled';
import type { OpenRun, StepKind } from '../state/run';
import { clearedAtEnd } from '../timers';
import { LOOKUP, lookedUp, lookupOf } from './lookup';
import { spokenValues } from './spoken-values';

const TIMER = 'retrieval';

/** EX-08: the query is sent with the reader it is for; both come from the plan and the platform, never from a model. */
export const retrieve: StepKind<StepOf<'retrieve'>> = {
  ...LOOKUP,
  begin(run, planned, step, { now, artifacts }) {
    const { runId, channel, delivery } = run;
    const { query } = spokenValues(run, planned, step);
    return [
      {
        name: 'retrieval.requested',
        data: {
          runId,
          stepId: step.id,
          query: typeof query === 'string' ? query : '',
          channel,
          locale: delivery.locale,
          deadline: instantAfter(now, answerTimes(artifacts.models, 'retrieval').total),
        },
      },
    ];
  },
  evolve: (run, fact) => (fact.name === 'retrieval.requested' ? lookedUp(run, fact.data) : run),
  hear: (run, step, answer, context) =>
    answer.name === 'retrieval.answered' && lookupOf(run, step.id) !== null
      ? [completed(run, step, answer.proposal, context)]
      : null,
  timers: (fact: Fact): readonly DueChange[] =>
    fact.name === 'retrieval.requested' ? [{ key: TIMER, at: fact.data.deadline }] : clearedAtEnd(TIMER, fact),
  /** An answer of the knowledge that was lost, or comes too late, is none. */
  due(run, key, steps, context) {
    if (key !== TIMER) return null;
    const late = steps.filter(({ id }) => {
      const record = lookupOf(run, id);
      return record !== null && record.deadline <= context.now;
    });
    if (late.length === 0) return { ignored: 'nothing_is_looked_up' };
    return late.map((step) => completed(run, step, TOO_LATE, context));
  },
  lines: ({ id: stepId }, result) => [
    line('tool_phase', 'rag.sources', { stepId, sources: sourcesIn(result as Retrieved) }),
  ],
  evidence: (result) => (result as Retrieved).evidence,
};

const completed = (
  { runId }: OpenRun,
  { id: stepId }: PlanStep,
  proposal: Proposal,
  { now }: DecisionContext,
): FactOf<'step.completed'> => ({
  name: 'step.completed',
  data: { runId, stepId, at: now, ...endingOf(proposal) },
});

function endingOf(proposal: Proposal): StepEnding {
  if (proposal.kind !== 'evidence') {
    const why = proposal.kind === 'failure' ? `${proposal.code}: ${proposal.message}` : 'it was no evidence';
    return failed('knowledge_unavailable', `The knowledge could not be searched (${why}).`);
  }
  return proposal.evidence.length === 0
    ? failed('nothing_found', 'The knowledge says nothing about it.')
    : { status: 'completed', code: null, message: '', result: retrievedOf(proposal.evidence) };
}

const failed = (code: string, message: string): StepEnding => ({ status: 'failed', code, message, result: null });
