import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '@arbiter/store';
import type { Meter, ModelCall } from './meter';

const GATHERED_MILLISECONDS = 100;
const AGAIN_MILLISECONDS = 1_000;
const AT_ONCE = 500;
const MOST_WAITING = 20_000;
const CLOSING_MILLISECONDS = 5_000;

/** A call that is written twice has one row, and is settled once. Both or neither. */
const RECORD = `
  with recorded as (insert into model_call (call_id, started_at, tenant, run_id, step_id, action_id, ask_id, purpose, class, tier, wished, provider, model, attempt,
                          input_tokens, cached_tokens, output_tokens, microdollars, milliseconds, outcome, failure)
  select "callId", "startedAt", tenant, "runId", "stepId", "actionId", "askId", purpose, class, tier, wished, provider, model, attempt,
         "inputTokens", "cachedTokens", "outputTokens", microdollars, round(milliseconds), outcome, failure
  from json_to_recordset($1) as call ("callId" uuid, "startedAt" timestamptz, tenant text, "runId" text, "stepId" text, "actionId" text,
       "askId" text, purpose text, class text, tier text, wished text, provider text, model text, attempt integer, "inputTokens" bigint, "cachedTokens" bigint,
       "outputTokens" bigint, microdollars bigint, milliseconds float8, outcome text, failure text)
  on conflict do nothing)
  select settle_model_calls($2) where $2::json is not null`;

/**
 * Writes the calls that were made into `model_call`, and settles their reservations, without delaying an answer.
 *
 * 1. Calls are gathered for a tenth of a second and written up to 500 at a time, one statement after the other.
 * 2. A record that cannot be written waits and is tried again; above 20,000 the oldest are dropped, and their number is
 *    reported.
 * 3. `close` writes the waiting records, for five seconds at most.
 */
export class CallRecords implements Meter {
  private waiting: ModelCall[] = [];
  private writing: Promise<void> | null = null;
  private readonly closing = new AbortController();
  private closesAt = Number.POSITIVE_INFINITY;

  constructor(
    private readonly database: Pick<Database, 'pool'>,
    private readonly onTrouble: (error: unknown) => void,
    private readonly onLost: (calls: number) => void,
  ) {}

  record(call: ModelCall): void {
    this.waiting.push(call);
    if (this.waiting.length > MOST_WAITING) this.onLost(this.waiting.splice(0, AT_ONCE).length);
    this.writing ??= this.write().finally(() => (this.writing = null));
  }

  async close(): Promise<void> {
    this.closesAt = Date.now() + CLOSING_MILLISECONDS;
    this.closing.abort();
    await this.writing;
    if (this.waiting.length > 0) this.onLost(this.waiting.splice(0).length);
  }

  private async write(): Promise<void> {
    await this.pause(GATHERED_MILLISECONDS);
    while (this.waiting.length > 0 && Date.now() < this.closesAt) {
      const batch = this.waiting.splice(0, AT_ONCE);
      try {
        await this.database.pool.query({
          name: 'model-calls',
          text: RECORD,
          values: [JSON.stringify(batch), settlementOf(batch)],
        });
      } catch (error) {
        this.waiting.unshift(...batch);
        this.onTrouble(error);
        await this.pause(AGAIN_MILLISECONDS);
      }
    }
  }

  /** A service that stops waits no longer than it must. */
  private async pause(milliseconds: number): Promise<void> {
    const { signal } = this.closing;
    if (signal.aborted) return delay(GATHERED_MILLISECONDS);
    await delay(milliseconds, undefined, { signal }).catch(() => undefined);
  }
}

/** The real cost of the calls with a reservation; null: there are none. */
function settlementOf(calls: readonly ModelCall[]): string | null {
  const reserved = calls.filter(({ isReserved }) => isReserved);
  if (reserved.length === 0) return null;
  const settled = reserved.map(({ callId, inputTokens, outputTokens, microdollars }) => ({
    callId,
    tokens: inputTokens === null || outputTokens === null ? null : inputTokens + outputTokens,
    microdollars,
  }));
  return JSON.stringify(settled);
}
