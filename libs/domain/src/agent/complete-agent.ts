import {
  agentOf,
  type AgentEnd,
  type AgentOf,
  type DecisionContext,
  type EndedCall,
  type EventData,
  type Fact,
} from '@arbiter/contracts';
import type { MadeCall, OpenAgent } from './agent-state';
import { answerOf } from './checked-words';

/** What the end of an agent tells of it. */
interface Ended extends Pick<OpenAgent, 'place' | 'calls' | 'asks' | 'refusals' | 'tokens' | 'milliseconds'> {
  readonly begun: AgentOf;
}

/** G1 */
export const completed = (
  { begun, place, calls, asks, refusals, tokens, milliseconds }: Ended,
  end: AgentEnd,
  { now }: Pick<DecisionContext, 'now'>,
  more: Partial<Pick<EventData<'agent.completed'>, 'words' | 'writtenBy' | 'code'>> = {},
): Fact => ({
  name: 'agent.completed',
  data: {
    ...agentOf(begun),
    place,
    end,
    code: null,
    words: '',
    ...more,
    calls: calls.flatMap((call, index) => withThoseOfDelegate(call, [...(begun.delegation ?? []), index + 1])),
    asks,
    spent: { refusals, tokens, milliseconds },
    at: now,
  },
});

const withThoseOfDelegate = ({ tool, status, code, delegated }: MadeCall, path: number[]): readonly EndedCall[] => {
  if (!delegated) return [{ path, tool, status, code }];
  const { profile, withheld, calls } = delegated;
  return [{ path, tool, status, code, delegate: { profile, withheld } }, ...calls];
};

/** No model answers any more: what was found until then is said by the platform, and without that the step fails. */
export const unanswered = (agent: OpenAgent, code: string, context: DecisionContext): Fact =>
  agent.calls.some(({ status }) => status === 'completed')
    ? completed(agent, 'no_answer', context, { words: answerOf(agent, '', context).said })
    : completed(agent, 'model_failed', context, { code });
