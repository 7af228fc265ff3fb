import {
  DELEGATE_TOOL,
  actionIdOf,
  agentOf,
  withPersonalValues,
  type ArtifactBundle,
  type EventData,
  type CallRefusal,
  type Decision,
  type DecisionContext,
  type Fact,
  type FactOf,
  type PersonalValues,
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
import { callOrigin } from './call-origin';
import { cyclesUsed, delegated, judgedDelegation, type GrantedDelegation } from './delegation';

/** A call that may be made: its tool is the agent's, and its arguments fit. */
interface FittingCall {
  readonly tool: string;
  readonly args: Values;
  readonly signature: string;
}

interface RefusedCall {
  readonly refused: CallRefusal;
  readonly signature: string | null;
  readonly withheld?: readonly string[];
}

type JudgedCall = { readonly fitting: FittingCall } | { readonly granted: GrantedDelegation } | RefusedCall;

/** What follows from the answer of a model. It is recorded as it was understood, whatever follows. */
export function decideAnswer(agent: OpenAgent, { ask, asked, answer }: AgentHeard, context: DecisionContext): Decision {
  const { waits, asks } = agent;
  if (waits.for !== 'model' || ask !== asks) return { ignored: 'no_answer_is_awaited' };
  if (answer.kind === 'failure') {
    if (asked < waits.asked) return { ignored: 'asked_again' };
    const failed = answered(agent, NO_STEP, { said: '', refused: [] }, answer.code, context);
    return [failed, unanswered(evolveAgent(agent, failed) as OpenAgent, answer.code, context)];
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
      : [calledOrFinal(after, judged, answer.personal, context)]),
  ];
}

/** Only founded words of its own are a model's answer. A call in it is one that is ignored: no tool was offered. */
function answeredAtLast(agent: OpenAgent, step: Step & Writer, context: DecisionContext): readonly Fact[] {
  const answer = answerOf(agent, step.words, context);
  const writer = answer.isOfModel ? writtenBy(step, context.artifacts) : null;
  const end = answer.isOfModel ? 'answered' : 'no_answer';
  const ignoredCalls = step.ignoredCalls + (step.call === null ? 0 : 1);
  const heard = answered(agent, { ...step, call: null, ignoredCalls }, answer, null, context);
  return [
    heard,
    completed(evolveAgent(agent, heard) as OpenAgent, end, context, {
      words: answer.said,
      ...(writer && { writtenBy: writer }),
    }),
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
  const { tools, delegates } = agent.begun.task;
  const isDelegation = tool === DELEGATE_TOOL && delegates !== undefined;
  if (!isDelegation && !tools.includes(tool)) return { refused: 'unknown_tool', signature: null };
  if (args === null) return { refused: 'unreadable', signature: null };
  const { signature } = agent.wanted!;
  if (agent.calls.some((call) => call.signature === signature)) return { refused: 'duplicate', signature };
  if (isDelegation) return { signature, ...judgedDelegation(agent, args) };
  const compiled = compiledTool(artifacts, tool);
  if (!compiled) return { refused: 'unknown_tool', signature };
  if (compiled.argumentErrors(withPersonalValues(args, personal)).length > 0)
    return { refused: 'invalid_arguments', signature };
  return { fitting: { tool, args, signature } };
}

const answered = (
  { begun, place, asks }: OpenAgent,
  { words, ignoredCalls, tokens, call, personal }: Step,
  { said, refused }: Pick<CheckedWords, 'said' | 'refused'>,
  failure: string | null,
  { now, tenant }: DecisionContext,
): FactOf<'agent.answered'> => ({
  name: 'agent.answered',
  data: {
    ...agentOf(begun),
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
  { refused: why, signature, withheld = [] }: RefusedCall,
  context: DecisionContext,
): readonly Fact[] {
  const { begun, place } = agent;
  const told = withheld.length > 0 ? { withheld: [...withheld] } : {};
  const refused: Fact = {
    name: 'agent.call_refused',
    data: { ...agentOf(begun), place, tool, signature, why, ...told, at: context.now },
  };
  return [refused, askedFor(agent, place, overBudget(evolveAgent(agent, refused) as OpenAgent), context)];
}

/** G4: it is made, or there is no room for it and the answer is due (TP-06). */
function calledOrFinal(
  agent: OpenAgent,
  call: Exclude<JudgedCall, RefusedCall>,
  personal: PersonalValues | undefined,
  context: DecisionContext,
): Fact {
  const { cycles } = agent.begun.task.budget;
  const final = cyclesUsed(agent) >= cycles ? 'tool_budget' : overBudget(agent);
  if (final !== null) return askedFor(agent, agent.place, final, context);
  return 'granted' in call
    ? delegated(agent, call.granted, personal, context)
    : requested(agent, call.fitting, context);
}

function requested(
  { begun, calls }: OpenAgent,
  { tool, args, signature }: FittingCall,
  { now, tenant }: DecisionContext,
): Fact {
  const { runId, stepId, planHash, scope, sessionId, threadId, artifacts, locale } = begun;
  const origin = callOrigin(begun, calls.length + 1);
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
