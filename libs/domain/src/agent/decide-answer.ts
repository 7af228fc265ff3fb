import {
  actionIdOf,
  withPersonalValues,
  type ArtifactBundle,
  type EventData,
  type CallRefusal,
  type Decision,
  type DecisionContext,
  type Fact,
  type FactOf,
  type Values,
} from '@arbiter/contracts';
import { compiledTool } from '../action';
import { writtenBy } from '../prose';
import type { AgentHeard, WrittenCall } from './agent-inputs';
import type { OpenAgent } from './agent-state';
import { callKeyOf } from './call-key';
import { askedFor, overBudget } from './ask-model';
import { evolveAgent } from './evolve-agent';
import { wordsBeforeCall, answerOf, type CheckedWords } from './checked-words';
import { completed, unanswered } from './complete-agent';
import { signatureOf } from './call-signature';

/** A call that may be made: its tool is the agent's, and its arguments fit. */
interface FittingCall {
  readonly tool: string;
  readonly args: Values;
  readonly signature: string;
}

type JudgedCall =
  | { readonly fitting: FittingCall }
  | { readonly refused: CallRefusal; readonly signature: string | null };

/** What follows from the answer of a model. It is recorded as it was understood, whatever follows. */
export function decideAnswer(agent: OpenAgent, { ask, asked, answer }: AgentHeard, context: DecisionContext): Decision {
  const { waits, asks } = agent;
  if (waits.for !== 'model' || ask !== asks) return { ignored: 'no_answer_is_awaited' };
  if (answer.kind === 'failure') {
    if (asked < waits.asked) return { ignored: 'asked_again' };
    const failed = answered(agent, NO_STEP, { said: '', refused: [] }, answer.code, context);
    return [failed, unanswered(agent, answer.code, context)];
  }
  const { call } = answer;
  // CX-03: words are for their owner; in arguments a value stands only where it is sent.
  const words = withPersonalValues(answer.words, answer.personal);
  if (call === null || waits.final !== null) return answeredAtLast(agent, { ...answer, words }, context);
  const heard = answered(agent, { ...answer, words }, wordsBeforeCall(agent, words, context), null, context);
  const after = evolveAgent(agent, heard) as OpenAgent;
  const judged = judgedCall(after, call, answer.personal, context.artifacts);
  return [
    heard,
    ...('refused' in judged
      ? refusedCall(after, call, judged, context)
      : [calledOrFinal(after, judged.fitting, context)]),
  ];
}

/** Only founded words of its own are a model's answer. */
function answeredAtLast(agent: OpenAgent, step: Step & Writer, context: DecisionContext): readonly Fact[] {
  const answer = answerOf(agent, step.words, context);
  const writer = answer.isOfModel ? writtenBy(step, context.artifacts) : null;
  const end = answer.isOfModel ? 'answered' : 'no_answer';
  return [
    answered(agent, step, answer, null, context),
    completed(agent, end, context, { words: answer.said, ...(writer && { writtenBy: writer }) }),
  ];
}

type Writer = Pick<Extract<AgentHeard['answer'], { kind: 'step' }>, 'provider' | 'model'>;
type Step = Pick<
  Extract<AgentHeard['answer'], { kind: 'step' }>,
  'words' | 'ignoredCalls' | 'tokens' | 'call' | 'personal'
>;
const NO_STEP: Step = { words: '', ignoredCalls: 0, tokens: 0, call: null };

/**
 * The answer that wants it is recorded, and with it the signature. A token stands for its value, and fits where the
 * value does.
 */
function judgedCall(
  agent: OpenAgent,
  { tool, args }: WrittenCall,
  personal: Step['personal'],
  artifacts: ArtifactBundle,
): JudgedCall {
  if (!agent.begun.task.tools.includes(tool)) return { refused: 'unknown_tool', signature: null };
  if (args === null) return { refused: 'unreadable', signature: null };
  const compiled = compiledTool(artifacts, tool);
  const { signature } = agent.wanted!;
  if (!compiled) return { refused: 'unknown_tool', signature };
  if (agent.calls.some((call) => call.signature === signature)) return { refused: 'duplicate', signature };
  if (compiled.argumentErrors(withPersonalValues(args, personal)).length > 0)
    return { refused: 'invalid_arguments', signature };
  return { fitting: { tool, args, signature } };
}

const answered = (
  { begun: { runId, stepId }, place, asks }: OpenAgent,
  { words, ignoredCalls, tokens, call, personal }: Step,
  { said, refused }: Pick<CheckedWords, 'said' | 'refused'>,
  failure: string | null,
  { now, tenant }: DecisionContext,
): FactOf<'agent.answered'> => ({
  name: 'agent.answered',
  data: {
    runId,
    stepId,
    place,
    ask: asks,
    words,
    said,
    ...(refused.length > 0 && { refused: [...refused] }),
    call: writtenCall(call, tenant),
    ...(personal && { personal }),
    ignoredCalls,
    tokens,
    failure,
    at: now,
  },
});

function writtenCall(call: WrittenCall | null, tenant: string): EventData<'agent.answered'>['call'] {
  if (call === null) return null;
  const { tool, args } = call;
  return { tool, args: args ?? {}, signature: signatureOf(tenant, tool, args ?? {}) };
}

/** G5 */
function refusedCall(
  agent: OpenAgent,
  { tool }: WrittenCall,
  { refused: why, signature }: Extract<JudgedCall, { refused: CallRefusal }>,
  context: DecisionContext,
): readonly Fact[] {
  const { begun, place, refusals } = agent;
  const { runId, stepId, task } = begun;
  const isOver = refusals + 1 > task.budget.refusals;
  return [
    { name: 'agent.call_refused', data: { runId, stepId, place, tool, signature, why, at: context.now } },
    askedFor(agent, place, isOver ? 'refusals' : overBudget(agent), context),
  ];
}

/** G4: it is made, or there is no room for it and the answer is due (TP-06). */
function calledOrFinal(agent: OpenAgent, call: FittingCall, context: DecisionContext): Fact {
  const { cycles } = agent.begun.task.budget;
  const final = agent.calls.length >= cycles ? 'tool_budget' : overBudget(agent);
  return final === null ? requested(agent, call, context) : askedFor(agent, agent.place, final, context);
}

function requested(
  { begun, calls }: OpenAgent,
  { tool, args, signature }: FittingCall,
  { now, tenant }: DecisionContext,
): Fact {
  const { runId, stepId, planHash, scope, sessionId, threadId, artifacts, locale } = begun;
  const origin = { kind: 'agent_call', stepId, call: calls.length + 1 } as const;
  return {
    name: 'action.requested',
    data: {
      actionId: actionIdOf(runId, origin),
      runId,
      stepId,
      origin,
      tool,
      args,
      idempotencyKey: callKeyOf({ tenant, threadId, runId, stepId }, signature),
      planHash,
      scope,
      sessionId,
      threadId,
      artifacts,
      locale,
      requestedAt: now,
    },
  };
}
