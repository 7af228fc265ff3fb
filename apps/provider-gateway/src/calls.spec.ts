import { retryable, terminal } from '@arbiter/contracts';
import type { Candidate } from '@arbiter/platform';
import { Calls, type CallContext } from './calls';
import type { ModelCall } from './meter';
import { ProviderPool } from './provider-pool';
import { ScriptedProvider, never } from './testing/scripted-provider';

const candidate = (provider: string): Candidate => ({ tier: 'B', provider, model: `${provider}-model` });
const context = (changes: Partial<CallContext> = {}): CallContext => ({
  ask: { askId: 'a', tenant: 'shop', purpose: 'intent' },
  deadline: Date.now() + 20_000,
  timeoutMilliseconds: 10_000,
  inputCharacters: 7,
  traceParent: null,
  signal: new AbortController().signal,
  ...changes,
});

function opened() {
  const metered: ModelCall[] = [];
  const spans: string[] = [];
  const pool = new ProviderPool((name) => {
    if (name === 'unknown') throw terminal('unknown_provider', 'there is no provider "unknown"');
    return new ScriptedProvider(name, {});
  });
  const calls = new Calls(pool, { record: (call) => void metered.push(call) }, (_name, traceParent, attributes) => ({
    traceParent,
    end: (error) => void spans.push(`${traceParent} ${attributes['gen_ai.provider.name']} ${String(error)}`),
  }));
  return {
    calls,
    metered,
    spans,
    ends: () => metered.map(({ provider, outcome, failure }) => [provider, outcome, failure]),
  };
}

const TRACE_PARENT = `00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-01`;

describe('calls', () => {
  it('end with the first answer', async () => {
    const { calls, metered, spans } = opened();
    const answer = calls.first(
      context({ traceParent: TRACE_PARENT }),
      [candidate('one'), candidate('two')],
      2,
      async (provider, { model }, _signal, said) => {
        said(5);
        return `${provider.name} by ${model}`;
      },
    );
    await expect(answer).resolves.toBe('one by one-model');
    expect(metered).toEqual([
      {
        askId: 'a',
        traceId: 'ab'.repeat(16),
        tenant: 'shop',
        purpose: 'intent',
        tier: 'B',
        provider: 'one',
        model: 'one-model',
        outcome: 'answered',
        failure: null,
        inputCharacters: 7,
        outputCharacters: 5,
        milliseconds: expect.any(Number),
      },
    ]);
    expect(spans).toEqual([`${TRACE_PARENT} one undefined`]);
  });

  it('go on to the next provider when one fails, and meter each (3)', async () => {
    const { calls, ends } = opened();
    const answer = calls.first(
      context(),
      [candidate('unknown'), candidate('bad'), candidate('rude'), candidate('good')],
      4,
      async ({ name }) => {
        if (name === 'bad') throw retryable('invalid_proposal', 'no');
        if (name === 'rude') throw new TypeError('Jane Roe is not a function');
        return name;
      },
    );
    await expect(answer).resolves.toBe('good');
    expect(ends()).toEqual([
      ['unknown', 'failed', 'unknown_provider'],
      ['bad', 'invalid', 'invalid_proposal'],
      ['rude', 'failed', 'unexpected'],
      ['good', 'answered', null],
    ]);
  });

  it('give a provider its share of the time, heeding its signal or not, so that the next has a turn (1, 2)', async () => {
    const { calls, ends } = opened();
    const signals: AbortSignal[] = [];
    const answer = calls.first(
      context({ deadline: Date.now() + 2_000 }),
      [candidate('deaf'), candidate('good')],
      2,
      async ({ name }, _candidate, signal) => {
        signals.push(signal);
        expect(signals.slice(0, -1).every(({ aborted }) => aborted)).toBe(true);
        return name === 'deaf' ? never<string>() : name;
      },
    );
    await expect(answer).resolves.toBe('good');
    expect(ends()).toEqual([
      ['deaf', 'timed_out', 'timed_out'],
      ['good', 'answered', null],
    ]);
  });

  it('end with the time that the tenant gives one call, and with the deadline', async () => {
    const { calls } = opened();
    await expect(
      calls.first(context({ timeoutMilliseconds: 20 }), [candidate('deaf')], 1, never),
    ).rejects.toMatchObject({ code: 'timed_out' });
    await expect(
      calls.first(context({ deadline: Date.now() - 1 }), [candidate('late')], 1, never),
    ).rejects.toMatchObject({ code: 'timed_out' });
  });

  it('that have begun to say something have until the deadline (1)', async () => {
    const { calls } = opened();
    const slow: Parameters<typeof calls.first<string>>[3] = async (_provider, _candidate, signal, said) => {
      said(1);
      await new Promise((resolve) => setTimeout(resolve, 100));
      signal.throwIfAborted();
      return 'said at leisure';
    };
    await expect(calls.first(context({ timeoutMilliseconds: 20 }), [candidate('slow')], 1, slow)).resolves.toBe(
      'said at leisure',
    );
    const talking = calls.first(
      context({ deadline: Date.now() + 50 }),
      [candidate('endless')],
      1,
      (_provider, _candidate, _signal, said) => (said(1), never()),
    );
    await expect(talking).rejects.toMatchObject({ code: 'timed_out' });
  });

  it('end with nobody waiting (4)', async () => {
    const { calls, ends } = opened();
    const stop = new AbortController();
    const answer = calls.first(context({ signal: stop.signal }), [candidate('one'), candidate('two')], 2, () => {
      stop.abort(retryable('abandoned', 'nobody waits'));
      return never();
    });
    await expect(answer).rejects.toMatchObject({ code: 'abandoned' });
    expect(ends()).toEqual([['one', 'abandoned', 'abandoned']]);
  });

  it('end when they may not go on (4)', async () => {
    const { calls, ends } = opened();
    const answer = calls.first(
      context(),
      [candidate('one'), candidate('two')],
      2,
      () => Promise.reject(retryable('reset', 'gone')),
      () => ends().length === 0,
    );
    await expect(answer).rejects.toMatchObject({ code: 'reset' });
    expect(ends()).toHaveLength(1);
  });

  it('with nobody to call are unavailable', async () => {
    await expect(opened().calls.first(context(), [], 0, never)).rejects.toMatchObject({
      kind: 'retryable',
      code: 'provider_unavailable',
    });
  });
});
