import type { AgentEnd, EventData, Fact, StepOf } from '@arbiter/contracts';
import { instantAfter } from '../../instant';
import type { StepEnding } from '../decide/validation';
import { withStep } from '../state/evolve-steps';
import { isAgentStep, type EndedStep, type OpenRun, type StepKind } from '../state/run';
import { BRANCH_PATIENCE_MILLISECONDS } from '../timers';
import { PLAIN } from './plain';
import { spokenValues } from './spoken-values';

/** EX-10: one step to the run, whatever its agent does in between. */
export const agentRun: StepKind<StepOf<'agent_run'>> = {
  ...PLAIN,
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
    if (fact.name === 'run.suspended') return asking(run, fact.data);
    const isWithdrawn = fact.name === 'agent.cancel_requested' && isAgentStep(run.steps[fact.data.stepId]);
    return isWithdrawn ? atWork(run, fact.data, true) : run;
  },
  hear(run, step, answer, { now }) {
    if (answer.name !== 'agent.ended' || !isAgentStep(run.steps[step.id])) return null;
    const ended: Fact = {
      name: 'step.completed',
      data: { runId: run.runId, stepId: step.id, ...endingOf(answer.of), at: now },
    };
    return [ended];
  },
  // An agent has timers of its own, and may wait for a person.
  patience: ({ steps, progressedAt }, stepId) =>
    isAgentStep(steps[stepId]) ? [instantAfter(progressedAt, BRANCH_PATIENCE_MILLISECONDS)] : [],
  atStop({ steps }, stepId) {
    const record = steps[stepId];
    if (!isAgentStep(record)) return 'over';
    return record.withdrawn ? 'withdrawn' : 'to_withdraw';
  },
  withdraw: ({ runId }, stepIds) =>
    stepIds.map((stepId): Fact => ({ name: 'agent.cancel_requested', data: { runId, stepId } })),
  /** ER-01: what it called is told as any other action is. */
  underHeader: ({ id }, result, { tools }) =>
    callsOf(result).map(({ tool, status, code }, index) => ({
      stepId: `${id}.${index + 1}`,
      title: tools.find((known) => known.tool === tool)?.description ?? tool,
      status,
      ...(code !== null && { error: { code, message: '' } }),
    })),
  says: ({ steps }, _, { id }) => wordsOf((steps[id] as EndedStep | undefined)?.result),
};

function asking(run: OpenRun, asked: EventData<'run.suspended'>): OpenRun {
  const record = run.steps[asked.stepId];
  return isAgentStep(record)
    ? withStep(run, asked.stepId, {
        status: 'suspended',
        agent: true,
        withdrawn: record.withdrawn,
        answered: false,
        asked,
      })
    : run;
}

const atWork = (run: OpenRun, { stepId }: { readonly stepId: string }, withdrawn: boolean): OpenRun =>
  withStep(run, stepId, { status: 'running', agent: true, withdrawn });

const wordsOf = (result: unknown): string => {
  const { words } = (result ?? {}) as { readonly words?: unknown };
  return typeof words === 'string' ? words : '';
};

type Ended = EventData<'agent.completed'>;

const ENDINGS: Readonly<Record<AgentEnd, Pick<StepEnding, 'status' | 'code'>>> = {
  answered: { status: 'completed', code: null },
  no_answer: { status: 'completed', code: null },
  model_failed: { status: 'failed', code: 'model_failed' },
  cancelled: { status: 'cancelled', code: 'cancelled' },
};

function endingOf({ end, code, words, calls }: Ended): StepEnding {
  const ending = ENDINGS[end];
  return { ...ending, code: code ?? ending.code, message: '', result: { end, words, calls } };
}

const callsOf = (result: unknown): Ended['calls'] => (result as Partial<Pick<Ended, 'calls'>> | null)?.calls ?? [];
