import type { DueChange, Fact, StepOf } from '@arbiter/contracts';
import { instantAfter } from '../../instant';
import { proseOf } from '../../prose';
import { composed } from '../decide/composed-reply';
import { replyRequested } from '../decide/reply-request';
import { withStep } from '../state/evolve-steps';
import { writingOf, type EndedStep, type OpenRun, type StepKind } from '../state/run';
import { SILENCE_MILLISECONDS, clearedAtEnd } from '../timers';
import { PLAIN } from './plain';

const TIMER = 'reply';

/** EX-12: a model's words, after everything else: the header in front of them is final. */
export const synthesize: StepKind<StepOf<'synthesize'>> = {
  ...PLAIN,
  speaks: true,
  hasSentence: true,
  isLast: true,
  begin: (run, planned, step, context) => [replyRequested(run, planned, step, context)],
  evolve,
  hear(run, step, answer, context) {
    const { planned } = run;
    const writing = writingOf(run);
    if (answer.name !== 'reply.answered' || planned === null) return null;
    if (writing?.stepId !== step.id || writing.attempt !== answer.attempt) return null;
    const { segments, proposal } = answer;
    return [composed(run, planned, step, { ...writing, segments, prose: proseOf(proposal) }, context)];
  },
  timers(fact: Fact): readonly DueChange[] {
    if (fact.name === 'reply.requested') return [{ key: TIMER, at: fact.data.deadline }];
    return fact.name === 'reply.composed' ? [{ key: TIMER, at: null }] : clearedAtEnd(TIMER, fact);
  },
  due(run, key, steps, context) {
    if (key !== TIMER) return null;
    const { planned } = run;
    const writing = writingOf(run);
    const step = steps.find(({ id }) => id === writing?.stepId);
    if (!writing || !planned || !step) return { ignored: 'nothing_is_written' };
    return [composed(run, planned, step, { ...writing, segments: 0, prose: { failure: 'timed_out' } }, context)];
  },
  patience(run, stepId) {
    const writing = writingOf(run);
    return writing?.stepId === stepId ? [instantAfter(writing.deadline, SILENCE_MILLISECONDS)] : [];
  },
  says: ({ steps }, _, { id }) => String((steps[id] as EndedStep).result),
};

function evolve(run: OpenRun, fact: Fact): OpenRun {
  switch (fact.name) {
    case 'reply.requested': {
      const { stepId, attempt, deadline, requestedAt } = fact.data;
      return { ...run, waits: { for: 'prose', writing: { stepId, attempt, deadline, requestedAt } } };
    }
    case 'reply.composed': {
      const { stepId, text, writtenBy = run.writtenBy } = fact.data;
      const end: EndedStep = { status: 'completed', code: null, message: '', result: text };
      return withStep({ ...run, waits: null, writtenBy }, stepId, end);
    }
    default:
      return run;
  }
}
