import type { DecisionContext, EventData, Fact, ToolDefinition, Values } from '@arbiter/contracts';
import { instantAfter } from '../../instant';
import type { ActionIdentity } from '../action-request';
import type { Dispatch } from '../action-state';
import { probesFirst, repeatClassOf } from '../repeat-class';

/** Between the decision and the first byte: the commit, and a queue under load. */
const START_MILLISECONDS = 1_000;

/** Probe, send, verify. */
const CALLS_WITH_PROBE = 3;

interface FirstDispatch {
  readonly action: ActionIdentity;
  readonly idempotencyKey: string;
  readonly planHash: string;
  readonly request: Values;
  readonly checks: EventData<'action.dispatched'>['checks'];
}

/** The first attempt fixes the key and how long the vendor knows it. */
export function firstDispatch({ action, checks, ...request }: FirstDispatch, tool: ToolDefinition, context: DecisionContext): Fact {
  const window = repeatClassOf(tool) === 'native_key' ? tool.keyWindowSeconds : undefined;
  const keyExpiresAt = window === undefined ? null : instantAfter(context.now, window * 1_000);
  const sendBy = sendByOf(tool, context.now);
  return { name: 'action.dispatched', data: { ...action, ...request, checks, artifacts: context.artifactsHash, attempt: 1, sendBy, keyExpiresAt } };
}

/** The next attempt, with the key of the first. */
export function nextDispatch({ action, idempotencyKey, planHash, artifacts, request, keyExpiresAt, attempt }: Dispatch, tool: ToolDefinition, now: string): Fact {
  const sendBy = sendByOf(tool, now);
  return { name: 'action.dispatched', data: { ...action, idempotencyKey, planHash, artifacts, request, keyExpiresAt, checks: null, attempt: attempt + 1, sendBy } };
}

export function sendByOf(tool: ToolDefinition, now: string): string {
  const calls = probesFirst(repeatClassOf(tool)) ? CALLS_WITH_PROBE : 1;
  return instantAfter(now, START_MILLISECONDS + calls * tool.timeoutMilliseconds);
}
