import {
  actionIdOf,
  type CallRefusal,
  type Decision,
  type DecisionContext,
  type Fact,
  type FinalReason,
  type Values,
} from '@arbiter/contracts';
import { compiledTool } from '../action';
import type { AgentHeard, WrittenCall } from './agent-inputs';
import type { OpenAgent } from './agent-state';
import { callKeyOf } from './call-key';
import { askedFor } from './ask-model';
import { completed } from './complete-agent';
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
  const { waits, asks, cancelling } = agent;
  if (waits.for !== 'model' || ask !== asks) return { ignored: 'no_answer_is_awaited' };
  if (answer.kind === 'failure') {
    if (asked < waits.asked) return { ignored: 'asked_again' };
    return [
      ...answered(agent, NOTHING, null, answer.code, context),
      completed(agent, 'model_failed', context, { code: answer.code }),
    ];
  }
  const judged = answer.call === null ? null : judgedCall(agent, answer.call, context);
  const facts = answered(agent, answer, judged, null, context);
  if (cancelling) return [...facts, completed(agent, 'cancelled', context)];
  const { words } = answer;
  if (judged === null || waits.final !== null)
    return [...facts, completed(agent, words.trim() === '' ? 'no_answer' : 'answered', context, { words })];
  return [
    ...facts,
    ...('refused' in judged
      ? refusedCall(agent, answer, judged, context)
      : calledOrFinal(agent, answer, judged.fitting, context)),
  ];
}

const NOTHING = { words: '', ignoredCalls: 0, tokens: 0, call: null };

type Step = Pick<Extract<AgentHeard['answer'], { kind: 'step' }>, 'words' | 'ignoredCalls' | 'tokens' | 'call'>;

function judgedCall(agent: OpenAgent, { tool, args }: WrittenCall, { tenant, artifacts }: DecisionContext): JudgedCall {
  if (!agent.begun.task.tools.includes(tool)) return { refused: 'unknown_tool', signature: null };
  if (args === null) return { refused: 'unreadable', signature: null };
  const compiled = compiledTool(artifacts, tool);
  const signature = signatureOf(tenant, tool, args);
  if (!compiled) return { refused: 'unknown_tool', signature };
  if (agent.calls.some((call) => call.signature === signature)) return { refused: 'duplicate', signature };
  if (compiled.argumentErrors(args).length > 0) return { refused: 'invalid_arguments', signature };
  return { fitting: { tool, args, signature } };
}

function answered(
  { begun: { runId, stepId }, place, asks }: OpenAgent,
  { words, ignoredCalls, tokens, call }: Step,
  judged: JudgedCall | null,
  failure: string | null,
  { now, tenant }: DecisionContext,
): readonly Fact[] {
  const args = call?.args ?? {};
  const signature = judged !== null && 'fitting' in judged ? judged.fitting.signature : null;
  return [
    {
      name: 'agent.answered',
      data: {
        runId,
        stepId,
        place,
        ask: asks,
        words,
        call:
          call === null
            ? null
            : { tool: call.tool, args, signature: signature ?? signatureOf(tenant, call.tool, args) },
        ignoredCalls,
        tokens,
        failure,
        at: now,
      },
    },
  ];
}

/** G5 */
function refusedCall(
  agent: OpenAgent,
  { call, tokens }: Step,
  { refused: why, signature }: Extract<JudgedCall, { refused: CallRefusal }>,
  context: DecisionContext,
): readonly Fact[] {
  const {
    begun: { runId, stepId, task },
    place,
    refusals,
  } = agent;
  const isOne = refusals + 1 > task.budget.refusals;
  return [
    { name: 'agent.call_refused', data: { runId, stepId, place, tool: call!.tool, signature, why, at: context.now } },
    askedFor(agent, place, isOne ? 'refusals' : spent(agent, tokens, context), context),
  ];
}

/** G4: it is made, or there is no room for it and the answer is due (TP-06). */
function calledOrFinal(
  agent: OpenAgent,
  { tokens }: Step,
  call: FittingCall,
  context: DecisionContext,
): readonly Fact[] {
  const { task } = agent.begun;
  const final = agent.calls.length >= task.budget.cycles ? 'tool_budget' : spent(agent, tokens, context);
  return [final === null ? requested(agent, call, context) : askedFor(agent, agent.place, final, context)];
}

/** Why no tool is offered any more, tokens and time taken together. */
const spent = ({ tokens, begun, endsAt }: OpenAgent, more: number, { now }: DecisionContext): FinalReason | null => {
  if (tokens + more >= begun.task.budget.tokens) return 'tokens';
  return now >= endsAt ? 'seconds' : null;
};

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
