import type { Decision, DecisionContext, Fact } from '@arbiter/contracts';
import { closingOf, proseOf, renderCopy, withClosing, type Prose } from '../../words';
import { citesOnly, evidenceOf } from '../report/sources';
import { stepValues } from '../report/step-values';
import type { ReplyAnswered } from '../run-inputs';
import type { OpenRun, Planned, Run, Writing } from '../state/run';
import { settle } from './settle';

export function onReplyAnswered(
  run: Run,
  { stepId, attempt, proposal, segments }: ReplyAnswered,
  context: DecisionContext,
): Decision {
  if (run.phase === 'unopened') return { ignored: 'not_open' };
  if (run.phase === 'ended') return { ignored: 'run_ended' };
  const { planned, writing } = run;
  if (planned === null || writing?.stepId !== stepId || writing.attempt !== attempt) return { ignored: 'stale_reply' };
  const prose = wellCited(proseOf(proposal), run);
  return settle(run, [composed(run, planned, { ...writing, segments }, prose, context)], context);
}

/** What cites something that was not retrieved is not shown. */
const wellCited = (prose: Prose, run: OpenRun): Prose =>
  'text' in prose && !citesOnly(prose.text, evidenceOf(run)) ? { failure: 'cites_nothing_retrieved' } : prose;

/** CL-05: without a model the tenant's own sentence stands. */
export function composed(
  run: OpenRun,
  planned: Planned,
  { stepId, segments }: Pick<Writing, 'stepId'> & { readonly segments: number },
  prose: Prose,
  { artifacts }: DecisionContext,
): Fact {
  const step = planned.plan.steps.find(({ id }) => id === stepId)!;
  const [by, failure] = 'text' in prose ? (['model', null] as const) : (['platform', prose.failure] as const);
  const text = 'text' in prose ? prose.text : renderCopy(artifacts, step.copy!, stepValues(run, planned, step));
  const closing = closingOf(step, artifacts);
  return {
    name: 'reply.composed',
    data: {
      runId: run.runId,
      stepId,
      text: closing === null ? text : withClosing(text, closing),
      by,
      failure,
      ...('context' in prose && { context: prose.context }),
      segments,
    },
  };
}
