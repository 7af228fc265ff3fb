import type { DecisionContext, PendingCall, ToolCall, ToolEffect, ToolOutcome } from '@arbiter/contracts';
import { instantAfter } from '../../instant';
import type { ReadFinished } from '../action-inputs';
import type { ActionCheck } from '../checks/check-action';
import { compiledTool, type CompiledTool } from './compiled-tool';
import { effectOutcome, type EffectOutcome } from './effect-outcome';
import { backoffMilliseconds } from './retry';

const LONGEST_READ_MILLISECONDS = 30_000;

type Allowed = Extract<ActionCheck, { verdict: 'allow' }>;

export const isAllowedRead = (check: ActionCheck): check is Allowed =>
  check.verdict === 'allow' && check.tool.riskClass === 'read';

/**
 * The calls of a read that has passed its checks: call, again after transient failures, then report. They are made
 * before anything is appended, so that reads are one append.
 */
export function readCalls(
  check: Allowed,
  context: Pick<DecisionContext, 'artifacts' | 'now'>,
): ToolEffect<ReadFinished> {
  const { timeoutMilliseconds, maxAttempts } = check.tool;
  const longest = Math.max(timeoutMilliseconds, Math.min(LONGEST_READ_MILLISECONDS, timeoutMilliseconds * maxAttempts));
  const tool = compiledTool(context.artifacts, check.tool.tool) as CompiledTool;
  return readAttempt({ tool, call: check.call, deadline: instantAfter(context.now, longest) }, 1, 0);
}

interface Read {
  readonly tool: CompiledTool;
  readonly call: ToolCall;
  readonly deadline: string;
}

function readAttempt(read: Read, attempt: number, delayMilliseconds: number): PendingCall<ReadFinished> {
  return {
    kind: 'call',
    purpose: 'read',
    call: read.call,
    delayMilliseconds,
    timeoutMilliseconds: read.tool.definition.timeoutMilliseconds,
    sendBy: read.deadline,
    proceed: (outcome, now, draw) => afterRead(read, attempt, outcome, now, draw),
  };
}

function afterRead(
  read: Read,
  attempt: number,
  answer: ToolOutcome,
  now: string,
  draw: number,
): ToolEffect<ReadFinished> {
  const outcome = effectOutcome(read.tool, answer);
  // The time of this attempt was over before it could be sent.
  if (outcome.kind === 'transient' && outcome.isUnsent) return report(outcome, attempt - 1);
  if (outcome.kind === 'transient' && attempt < read.tool.definition.maxAttempts) {
    const delay = Math.max(backoffMilliseconds(attempt, draw), outcome.retryAfterMilliseconds ?? 0);
    if (instantAfter(now, delay) < read.deadline) return readAttempt(read, attempt + 1, delay);
  }
  return report(outcome, attempt);
}

const report = (outcome: EffectOutcome, attempt: number): ToolEffect<ReadFinished> => ({
  kind: 'report',
  command: { name: 'read.finished', outcome, attempt },
});
