import type { AgentEnd, DecisionContext, EventData, Fact } from '@arbiter/contracts';
import type { OpenAgent } from './agent-state';
import { answerOf } from './checked-words';

/** What the end of an agent tells of it. */
interface Ended extends Pick<OpenAgent, 'place' | 'calls' | 'asks'> {
  readonly begun: Pick<OpenAgent['begun'], 'runId' | 'stepId'>;
}

/** G1 */
export const completed = (
  { begun: { runId, stepId }, place, calls, asks }: Ended,
  end: AgentEnd,
  { now }: Pick<DecisionContext, 'now'>,
  more: Partial<Pick<EventData<'agent.completed'>, 'words' | 'writtenBy' | 'code'>> = {},
): Fact => ({
  name: 'agent.completed',
  data: {
    runId,
    stepId,
    place,
    end,
    code: null,
    words: '',
    ...more,
    calls: calls.map(({ tool, status, code }) => ({ tool, status, code })),
    asks,
    at: now,
  },
});

/** No model answers any more: what was found until then is said by the platform, and without that the step fails. */
export const unanswered = (agent: OpenAgent, code: string, context: DecisionContext): Fact =>
  agent.calls.some(({ status }) => status === 'completed')
    ? completed(agent, 'no_answer', context, { words: answerOf(agent, '', context).said })
    : completed(agent, 'model_failed', context, { code });
