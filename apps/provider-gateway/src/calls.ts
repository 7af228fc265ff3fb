import { retryable } from '@arbiter/contracts';
import { askFailureOf, type Candidate, type ModelProvider } from '@arbiter/models';
import { untilAborted } from '@arbiter/resilience';
import type { Tracer } from '@arbiter/runtime';
import { Attempt, type Gates } from './attempt';
import { Attempts } from './attempts';
import type { CallContext } from './call-context';
import type { Meter } from './meter';
import type { ProviderPool } from './provider-pool';
import { isUnasked } from './questions';

/** Calls one provider; `said` is called with the size of the text so far, as it comes. */
export type Call<T> = (
  provider: ModelProvider,
  candidate: Candidate,
  signal: AbortSignal,
  said: (characters: number) => void,
) => Promise<T>;

/** The place of a call among those that may be made. */
interface Turn {
  /** among how many the time left is shared */
  readonly turns: number;
  /** whether an embedded provider comes after it */
  readonly isFollowed: boolean;
}

/**
 * Calls providers, one after the other, until one answers (PV-07).
 *
 * 1. A call over the network has the time that its provider needs to begin: its own limit, else the purpose's. The
 *    embedded providers share what is left, and a second of it is kept for them. A call ends by then, whether it heeds
 *    its signal or not. Once it has sent a word it has until the deadline, or its provider's limit in all. An answer in
 *    one piece has no first word: it has the limit in all, else the time to begin or an equal share, whichever is more.
 * 2. One call at a time; when it is given up its signal is aborted before the next begins.
 * 3. Every call is metered, whatever came of it: each attempt of it once.
 * 4. When the context's signal is aborted, `mayGoOn` returns false, or no model may be asked, no further provider is
 *    called.
 */
export class Calls {
  constructor(
    private readonly pool: ProviderPool,
    private readonly meter: Meter,
    private readonly gates: Gates,
    private readonly trace: Tracer,
  ) {}

  /**
   * `turns`: among how many calls the time left is shared, those of this list included. Throws the last call's error.
   */
  async first<T>(
    context: CallContext,
    candidates: readonly Candidate[],
    turns: number,
    call: Call<T>,
    mayGoOn = (): boolean => true,
  ): Promise<T> {
    let last: unknown = null;
    for (const [index, candidate] of candidates.entries()) {
      if (context.signal.aborted || !mayGoOn()) break;
      try {
        const isFollowed = candidates.slice(index + 1).some(({ definition }) => definition === undefined);
        return await this.one(context, candidate, { turns: turns - index, isFollowed }, call);
      } catch (error) {
        if (isUnasked(error)) throw error;
        last = error;
      }
    }
    throw last ?? retryable('provider_unavailable', 'no provider is left to ask; answer without a model');
  }

  private async one<T>(context: CallContext, candidate: Candidate, turn: Turn, call: Call<T>): Promise<T> {
    const left = context.deadline - Date.now();
    if (left <= 0) throw timedOut();
    const limit = new AbortController();
    const giveUp = (): void => limit.abort(timedOut());
    const limits = limitsOf(context, candidate, turn, left);
    const endsAt = Date.now() + limits.total;
    let timer = setTimeout(giveUp, limits.untilHeard);
    const signal = AbortSignal.any([context.signal, limit.signal]);
    const attempts = new Attempts(() => new Attempt(context, candidate, this.meter, this.gates, this.trace));
    let hasBegun = false;
    const said = (more: number): void => {
      attempts.said(more);
      if (hasBegun || context.inOnePiece) return;
      hasBegun = true;
      clearTimeout(timer);
      timer = setTimeout(giveUp, endsAt - Date.now());
    };
    try {
      const { provider, guard } = this.pool.entry(candidate.provider, candidate.definition);
      const work = (): Promise<T> => untilAborted(call(attempts.of(provider), candidate, signal, said), signal);
      const answer = await (guard === null ? work() : guard.run(work));
      attempts.end(null);
      return answer;
    } catch (error) {
      const reason: unknown = limit.signal.aborted ? limit.signal.reason : error;
      attempts.end(context.signal.aborted ? 'abandoned' : askFailureOf(reason).code);
      throw reason;
    } finally {
      clearTimeout(timer);
    }
  }
}

/** What is kept of the time for the embedded providers that follow a call over the network. */
const KEPT_MILLISECONDS = 1_000;

/** Milliseconds until something is heard, and in all. */
function limitsOf(context: CallContext, { definition }: Candidate, { turns, isFollowed }: Turn, left: number) {
  const { inOnePiece, firstTokenMilliseconds } = context;
  const share = left / turns;
  if (definition === undefined) return { untilHeard: Math.min(firstTokenMilliseconds, share), total: left };
  const { firstTokenMilliseconds: first = firstTokenMilliseconds, totalMilliseconds } = definition.limits ?? {};
  const total = Math.min(totalMilliseconds ?? left, left);
  const untilBegun = inOnePiece ? (totalMilliseconds ?? Math.max(first, share)) : first;
  const kept = isFollowed ? Math.min(KEPT_MILLISECONDS, left / 2) : 0;
  return { untilHeard: Math.min(untilBegun, total, left - kept), total };
}

const timedOut = (): Error => retryable('timed_out', 'no provider answered in time; answer without a model');
