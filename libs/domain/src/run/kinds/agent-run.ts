import type { AgentEnd, EventData, Fact, StepOf } from '@arbiter/contracts';
import { instantAfter } from '../../instant';
import type { StepEnding } from '../decide/validation';
import { withStep } from '../state/evolve-steps';
import { isAgentStep, type EndedStep, type OpenRun, type StepKind } from '../state/run';
import { SILENCE_MILLISECONDS } from '../timers';
import { PLAIN } from './plain';
import { spokenValues } from './spoken-values';

/** EX-10: one step to the run, whatever its agent does in between. */
export const agentRun: StepKind<StepOf<'agent_run'>> = {
  ...PLAIN,
  speaks: true,
  begin(run, planned, step, { now }) {
    const { runId, sessionId, threadId, artifacts, delivery } = run;
    return [
      {
        name: 'agent.requested',
        data: {
          runId,
          stepId: step.id,
          task: step.agent,
          wish: String(spokenValues(run, planned, step)['wish'] ?? ''),
          class: step.class,
          planHash: planned.planHash,
          scope: planned.plan.scope!,
          sessionId,
          threadId,
          artifacts,
          locale: delivery.locale,
          requestedAt: now,
        },
      },
    ];
  },
  evolve(run, fact) {
    if (fact.name === 'agent.requested') return atWork(run, fact.data, false);
    const isWithdrawn = fact.name === 'agent.cancel_requested' && isAgentStep(run.steps[fact.data.stepId]);
    return isWithdrawn ? atWork(run, fact.data, true) : run;
  },
  hear(run, step, answer, { now }) {
    if (answer.name !== 'agent.ended' || !isAgentStep(run.steps[step.id])) return null;
    const ended: Fact = {
      name: 'step.completed',
      data: { runId: run.runId, stepId: step.id, ...ENDINGS[answer.of.end](answer.of), at: now },
    };
    return [ended];
  },
  patience: ({ steps, progressedAt, planned }, stepId) => {
    const step = planned?.plan.steps.find(({ id }) => id === stepId);
    const seconds = step?.type === 'agent_run' ? step.agent.budget.seconds : 0;
    return isAgentStep(steps[stepId]) ? [instantAfter(progressedAt, seconds * 1_000 + SILENCE_MILLISECONDS)] : [];
  },
  atStop({ steps }, stepId) {
    const record = steps[stepId];
    if (!isAgentStep(record)) return 'over';
    return record.withdrawn ? 'withdrawn' : 'to_withdraw';
  },
  withdraw: ({ runId }, stepIds) =>
    stepIds.map((stepId): Fact => ({ name: 'agent.cancel_requested', data: { runId, stepId } })),
  says: ({ steps }, _, { id }) => wordsOf((steps[id] as EndedStep | undefined)?.result),
};

const atWork = (run: OpenRun, { stepId }: { readonly stepId: string }, withdrawn: boolean): OpenRun =>
  withStep(run, stepId, { status: 'running', agent: true, withdrawn });

const wordsOf = (result: unknown): string => {
  const { words } = (result ?? {}) as { readonly words?: unknown };
  return typeof words === 'string' ? words : '';
};

type Ended = EventData<'agent.completed'>;

const found = ({ end, words, calls }: Ended): StepEnding => ({
  status: 'completed',
  code: null,
  message: '',
  result: { end, words, calls },
});

const ENDINGS: Readonly<Record<AgentEnd, (ended: Ended) => StepEnding>> = {
  answered: found,
  no_answer: found,
  model_failed: ({ code }) => ({ status: 'failed', code: code ?? 'model_failed', message: '', result: {} }),
  cancelled: () => ({ status: 'cancelled', code: 'cancelled', message: '', result: {} }),
};
