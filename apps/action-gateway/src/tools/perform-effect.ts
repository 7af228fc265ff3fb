import { setTimeout as wait } from 'node:timers/promises';
import { retryable, terminal, type Command, type ToolEffect } from '@arbiter/contracts';
import type { CallLimits, ToolRunner } from './tool-runner';

const MAXIMUM_CALLS = 20;

/**
 * Makes the calls of an effect, one after the other as the domain says, and returns its final command. Throws a
 * retryable error when the signal stops it: nothing is known then that the stream's timer would not find out.
 */
export async function performEffect<C extends Command>(
  effect: ToolEffect<C>,
  runner: Pick<ToolRunner, 'send' | 'clock'>,
  { tenant, traceParent, signal }: Pick<CallLimits, 'tenant' | 'traceParent' | 'signal'>,
): Promise<C> {
  let step = effect;
  for (let calls = 0; step.kind === 'call'; calls += 1) {
    if (calls === MAXIMUM_CALLS) throw terminal('endless_effect', `an effect wants more than ${MAXIMUM_CALLS} calls`);
    const { call, delayMilliseconds, timeoutMilliseconds, sendBy } = step;
    if (delayMilliseconds > 0) await wait(delayMilliseconds, undefined, { signal }).catch(() => undefined);
    if (signal?.aborted) throw stopping();
    const outcome = await runner.send(call, { tenant, traceParent, timeoutMilliseconds, sendBy, signal });
    if (signal?.aborted) throw stopping();
    step = step.proceed(outcome, runner.clock.now(), Math.random());
  }
  return step.command;
}

const stopping = () => retryable('stopping', 'the service is stopping; another one goes on with the action');
