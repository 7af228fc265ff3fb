import { retryable } from '@arbiter/contracts';
import {
  askFailureOf,
  traceIdOf,
  untilAborted,
  type Ask,
  type Candidate,
  type ModelProvider,
  type Tracer,
} from '@arbiter/platform';
import type { CallOutcome, Meter } from './meter';
import type { ProviderPool } from './provider-pool';

/** What an ask comes with to every call made for it. */
export interface CallContext {
  readonly ask: Pick<Ask, 'askId' | 'tenant' | 'purpose' | 'marksAttempts'>;
  /** milliseconds since the epoch */
  readonly deadline: number;
  /** at most so long for one call */
  readonly timeoutMilliseconds: number;
  readonly inputCharacters: number;
  readonly traceParent: string | null;
  /** aborted when the answer is not waited for any more */
  readonly signal: AbortSignal;
}

/** Calls one provider; `said` is told how much came back, as it comes. */
export type Call<T> = (
  provider: ModelProvider,
  candidate: Candidate,
  signal: AbortSignal,
  said: (characters: number) => void,
) => Promise<T>;

/**
 * Calls providers, one after the other, until one answers (PV-07).
 *
 * 1. A call has an equal share of the time left, so that whoever comes after it has a turn, and ends by then, heeding its
 *    signal or not. Once it has said something it has until the deadline. A provider's own limits may be shorter: until its
 *    first word, and in all.
 * 2. One call at a time; when it is given up its signal is aborted before the next begins.
 * 3. Every call is metered once, whatever came of it.
 * 4. When the context's signal is aborted, or `mayGoOn` says no, no further provider is called.
 */
export class Calls {
  constructor(
    private readonly pool: ProviderPool,
    private readonly meter: Meter,
    private readonly trace: Tracer,
  ) {}

  /** `turns`: among how many calls the time left is shared, those of this list included. Throws the last call's error. */
  async first<T>(
    context: CallContext,
    candidates: readonly Candidate[],
    turns: number,
    call: Call<T>,
    mayGoOn = (): boolean => true,
  ): Promise<T> {
    let last: unknown = retryable('provider_unavailable', 'no provider is left to ask; answer without a model');
    for (const [index, candidate] of candidates.entries()) {
      if (context.signal.aborted || !mayGoOn()) break;
      try {
        return await this.one(context, candidate, turns - index, call);
      } catch (error) {
        last = error;
      }
    }
    throw last;
  }

  private async one<T>(context: CallContext, candidate: Candidate, turns: number, call: Call<T>): Promise<T> {
    const left = context.deadline - Date.now();
    if (left <= 0) throw timedOut();
    const limit = new AbortController();
    const giveUp = (): void => limit.abort(timedOut());
    const { firstTokenMilliseconds = context.timeoutMilliseconds, totalMilliseconds = left } =
      candidate.definition?.limits ?? {};
    const endsAt = Date.now() + Math.min(left, totalMilliseconds);
    let timer = setTimeout(giveUp, Math.min(firstTokenMilliseconds, totalMilliseconds, left / turns));
    const signal = AbortSignal.any([context.signal, limit.signal]);
    const ended = this.watch(context, candidate);
    let characters = 0;
    const said = (more: number): void => {
      if (characters === 0) {
        clearTimeout(timer);
        timer = setTimeout(giveUp, endsAt - Date.now());
      }
      characters += more;
    };
    try {
      const { provider, guard } = this.pool.entry(candidate.provider, candidate.definition);
      const work = (): Promise<T> => untilAborted(call(provider, candidate, signal, said), signal);
      const answer = await (guard === null ? work() : guard.run(work));
      ended(characters, null);
      return answer;
    } catch (error) {
      ended(
        characters,
        context.signal.aborted ? 'abandoned' : askFailureOf(limit.signal.aborted ? limit.signal.reason : error).code,
      );
      throw limit.signal.aborted ? limit.signal.reason : error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Starts the clock and the span of a call; the result ends both. */
  private watch(
    context: CallContext,
    candidate: Candidate,
  ): (outputCharacters: number, failure: string | null) => void {
    const { askId, tenant, purpose } = context.ask;
    const { tier, provider, model } = candidate;
    const span = this.trace('model call', context.traceParent, {
      'gen_ai.provider.name': provider,
      'gen_ai.request.model': model,
      'gen_ai.operation.name': purpose,
    });
    const started = performance.now();
    return (outputCharacters, failure) => {
      span.end(failure ?? undefined);
      const outcome = failure === null ? 'answered' : (OUTCOMES[failure] ?? 'failed');
      const milliseconds = performance.now() - started;
      const traceId = traceIdOf(context.traceParent);
      this.meter.record({
        tenant,
        askId,
        traceId,
        purpose,
        tier,
        provider,
        model,
        milliseconds,
        inputCharacters: context.inputCharacters,
        outputCharacters,
        outcome,
        failure,
      });
    };
  }
}

const OUTCOMES: Readonly<Record<string, CallOutcome>> = {
  timed_out: 'timed_out',
  invalid_proposal: 'invalid',
  abandoned: 'abandoned',
};
const timedOut = (): Error => retryable('timed_out', 'no provider answered in time; answer without a model');
