import { isIgnored, type Decision, type DecisionContext } from '@arbiter/contracts';
import type { StepAnswer } from '../run-inputs';
import { kindOf, stepOf, type Run } from '../state/run';
import { settle } from './settle';

const NOT_AWAITED: Readonly<Record<StepAnswer['name'], string>> = {
  'reply.answered': 'stale_reply',
  'retrieval.answered': 'nothing_is_looked_up',
  'slot.answered': 'nothing_is_asked',
  'agent.ended': 'no_agent_works',
  'agent.moved': 'no_agent_works',
};

/** What a step asked for came back, or did not: its kind knows what follows. */
export function onAnswer(run: Run, answer: StepAnswer, context: DecisionContext): Decision {
  if (run.phase === 'unopened') return { ignored: 'not_open' };
  if (run.phase === 'ended') return { ignored: 'run_ended' };
  const step = stepOf(run, answer.stepId);
  const decision = step ? kindOf(run, step).hear(run, step, answer, context) : null;
  if (decision === null) return { ignored: NOT_AWAITED[answer.name] };
  return isIgnored(decision) ? decision : settle(run, decision, context);
}
