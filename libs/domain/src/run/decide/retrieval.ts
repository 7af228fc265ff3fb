import type { Decision, DecisionContext, FactOf, Proposal } from '@arbiter/contracts';
import { retrievedOf } from '../report/sources';
import type { RetrievalAnswered } from '../run-inputs';
import { TOO_LATE } from '../slots/on-slot-answered';
import { isLookup, type OpenRun, type Run } from '../state/run';
import { settle } from './settle';
import type { StepEnding } from './validation';

export function onRetrievalAnswered(
  run: Run,
  { stepId, proposal }: RetrievalAnswered,
  context: DecisionContext,
): Decision {
  if (run.phase === 'unopened') return { ignored: 'not_open' };
  if (run.phase === 'ended') return { ignored: 'run_ended' };
  const record = run.steps[stepId];
  if (record === undefined || !isLookup(record)) return { ignored: 'nothing_is_looked_up' };
  return settle(run, [completed(run, stepId, proposal, context)], context);
}

/** An answer of the knowledge that was lost, or comes too late, is none. */
export function lookupIsLate(run: OpenRun, context: DecisionContext): Decision {
  const late = (run.planned?.plan.steps ?? []).filter(({ id }) => {
    const record = run.steps[id];
    return record !== undefined && isLookup(record) && record.deadline <= context.now;
  });
  if (late.length === 0) return { ignored: 'nothing_is_looked_up' };
  return settle(
    run,
    late.map(({ id }) => completed(run, id, TOO_LATE, context)),
    context,
  );
}

function completed(
  { runId }: OpenRun,
  stepId: string,
  proposal: Proposal,
  { now }: DecisionContext,
): FactOf<'step.completed'> {
  return { name: 'step.completed', data: { runId, stepId, at: now, ...endingOf(proposal) } };
}

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
