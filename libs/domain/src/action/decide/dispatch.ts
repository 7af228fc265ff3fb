import type { Fact, ToolDefinition } from '@arbiter/contracts';
import { instantAfter } from '../../instant';
import { probesFirst, repeatClassOf } from '../calls/repeat-class';
import type { Queued } from '../state/action-state';

/** Between the decision and the first byte: the commit. */
const START_MILLISECONDS = 1_000;

/** Probe, send, verify. */
const CALLS_WITH_PROBE = 3;

/** The attempt that has its place. The first one that is sent fixes how long the vendor knows the key. */
export function dispatch(
  { action, idempotencyKey, planHash, artifacts, request, attempt, tried, keyExpiresAt: known }: Queued,
  tool: ToolDefinition,
  now: string,
): Fact {
  const keyExpiresAt = tried === 0 ? keyWindowOf(tool, now) : known;
  return {
    name: 'action.dispatched',
    data: {
      ...action,
      idempotencyKey,
      planHash,
      artifacts,
      request,
      keyExpiresAt,
      attempt,
      sendBy: sendByOf(tool, now),
    },
  };
}

function keyWindowOf(tool: ToolDefinition, now: string): string | null {
  const window = repeatClassOf(tool) === 'native_key' ? tool.keyWindowSeconds : undefined;
  return window === undefined ? null : instantAfter(now, window * 1_000);
}

export function sendByOf(tool: ToolDefinition, now: string): string {
  const calls = probesFirst(repeatClassOf(tool)) ? CALLS_WITH_PROBE : 1;
  return instantAfter(now, START_MILLISECONDS + calls * tool.timeoutMilliseconds);
}
