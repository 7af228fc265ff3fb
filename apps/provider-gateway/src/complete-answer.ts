import { retryable } from '@arbiter/contracts';
import type { Completion } from '@arbiter/models';

/**
 * The completion, if it is one: neither cut off, nor refused, nor a wish to call a tool where none was offered. Throws
 * a retryable error.
 */
export function requireComplete(completion: Completion, mayCall = false): Completion {
  const { finish, toolCalls } = completion;
  if (finish === 'length')
    throw retryable('cut_off', 'the answer was cut off at its greatest length; ask another provider');
  if (finish === 'refused') throw retryable('refused', 'the provider will not answer; ask another one');
  if (!mayCall && (finish === 'tool_calls' || toolCalls.length > 0))
    throw retryable('invalid_proposal', 'the provider would call a tool, and has none; ask another one');
  if (finish === 'other') throw retryable('broken_stream', 'the provider does not say why it ended; ask another one');
  return completion;
}
