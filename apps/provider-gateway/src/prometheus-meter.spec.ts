import { Registry } from 'prom-client';
import type { ModelCall } from './meter';
import { PrometheusMeter } from './prometheus-meter';

const call: ModelCall = {
  callId: 'c',
  startedAt: '2026-11-23T10:00:00.000Z',
  runId: 'r',
  stepId: null,
  actionId: null,
  attempt: 1,
  inputTokens: 900,
  cachedTokens: null,
  outputTokens: 30,
  microdollars: 285,
  isEstimated: false,
  isReserved: false,
  tenant: 'shop',
  askId: 'session-shop-9@3/intent',
  traceId: 'ab'.repeat(16),
  purpose: 'intent',
  class: null,
  wished: null,
  tier: 'B',
  provider: 'local',
  model: 'embedded-en-0.2',
  milliseconds: 12,
  inputCharacters: 20,
  outputCharacters: 0,
  outcome: 'answered',
  failure: null,
};

describe('the meter', () => {
  it('counts calls, time and characters, and leaves the id of the ask to the log (PV-05)', async () => {
    const registry = new Registry();
    const logged: ModelCall[] = [];
    const meter = new PrometheusMeter(registry, (record) => logged.push(record));
    meter.record(call);
    meter.record({ ...call, outcome: 'timed_out', failure: 'timed_out' });
    meter.record({ ...call, purpose: 'plan', outcome: 'refused', failure: 'plan_known' });
    const metrics = await registry.metrics();
    expect(metrics).toMatch(/arbiter_model_calls_total\{[^}]*outcome="answered"\} 1/);
    expect(metrics).toMatch(/arbiter_model_calls_total\{[^}]*outcome="timed_out"\} 1/);
    expect(metrics).toMatch(/arbiter_model_calls_refused_total\{[^}]*purpose="plan",reason="plan_known"\} 1/);
    expect(metrics).toMatch(/arbiter_model_call_seconds_sum\{[^}]*outcome="answered"\} 0.012/);
    expect(metrics).toMatch(/arbiter_model_characters_total\{[^}]*direction="in"\} 60/);
    expect(metrics).toMatch(/arbiter_model_tokens_total\{[^}]*outcome="answered",direction="in"\} 900/);
    expect(metrics).toMatch(/arbiter_model_cost_dollars_total\{[^}]*outcome="answered"\} 0.000285/);
    expect(metrics).not.toContain('session-shop-9');
    expect(logged.map(({ askId }) => askId)).toEqual([call.askId, call.askId, call.askId]);
  });
});
