import { Counter, Histogram, type Registry } from 'prom-client';
import type { Meter, ModelCall } from './meter';

const SECONDS = [0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 2.5, 5, 10, 30];

/** Counts calls by cost and outcome; the ask's own id goes to the log, not into a label. */
export class PrometheusMeter implements Meter {
  private readonly calls: Counter;
  private readonly seconds: Histogram;
  private readonly characters: Counter;
  private readonly tokens: Counter;
  private readonly dollars: Counter;
  private readonly refused: Counter;
  private readonly unrecorded: Counter;

  constructor(
    registry: Registry,
    private readonly log: (call: ModelCall) => void,
  ) {
    this.calls = new Counter({
      name: 'arbiter_model_calls_total',
      help: 'Calls of a model provider',
      registers: [registry],
      labelNames: ['tenant', 'purpose', 'tier', 'provider', 'model', 'outcome'],
    });
    this.seconds = new Histogram({
      name: 'arbiter_model_call_seconds',
      help: 'How long a call of a model provider took',
      buckets: SECONDS,
      registers: [registry],
      labelNames: ['purpose', 'provider', 'model', 'outcome'],
    });
    this.characters = new Counter({
      name: 'arbiter_model_characters_total',
      help: 'Characters given to and got from model providers',
      registers: [registry],
      labelNames: ['tenant', 'provider', 'model', 'direction'],
    });
    const registers = [registry];
    this.tokens = new Counter({
      name: 'arbiter_model_tokens_total',
      help: 'Tokens that model providers say they took, or our own count of an answer that was stopped; what they do not say is not counted',
      registers,
      labelNames: ['purpose', 'tier', 'provider', 'outcome', 'direction'],
    });
    this.dollars = new Counter({
      name: 'arbiter_model_cost_dollars_total',
      help: 'US dollars that calls of model providers cost, where tokens and prices are known',
      registers,
      labelNames: ['purpose', 'tier', 'provider', 'outcome'],
    });
    this.refused = new Counter({
      name: 'arbiter_model_calls_refused_total',
      help: 'Calls of a model provider that were not made, by the reason',
      registers,
      labelNames: ['tenant', 'purpose', 'reason'],
    });
    this.unrecorded = new Counter({
      name: 'arbiter_model_calls_unrecorded_total',
      help: 'Calls of model providers that could not be written down',
      registers,
    });
  }

  record(call: ModelCall): void {
    const { tenant, purpose, tier, provider, model, outcome } = call;
    this.calls.inc({ tenant, purpose, tier, provider, model, outcome });
    if (outcome === 'refused') this.refused.inc({ tenant, purpose, reason: call.failure ?? '' });
    this.seconds.observe({ purpose, provider, model, outcome }, call.milliseconds / 1_000);
    this.characters.inc({ tenant, provider, model, direction: 'in' }, call.inputCharacters);
    this.characters.inc({ tenant, provider, model, direction: 'out' }, call.outputCharacters);
    const of = { purpose, tier, provider, outcome };
    this.tokens.inc({ ...of, direction: 'in' }, call.inputTokens ?? 0);
    this.tokens.inc({ ...of, direction: 'cached' }, call.cachedTokens ?? 0);
    this.tokens.inc({ ...of, direction: 'out' }, call.outputTokens ?? 0);
    this.dollars.inc(of, (call.microdollars ?? 0) / 1_000_000);
    this.log(call);
  }

  lost(calls: number): void {
    this.unrecorded.inc(calls);
  }
}
