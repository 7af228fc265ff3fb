import { retryable, terminal, type ProviderDefinition } from '@arbiter/contracts';
import { completionOf, embeddedPrompt, type Candidate, type ModelProvider } from '@arbiter/models';
import type { CallContext } from './call-context';
import { Calls } from './calls';
import type { ModelCall } from './meter';
import { ProviderPool } from './provider-pool';
import { OPEN_GATES, ScriptedProvider, never } from './testing/scripted-provider';

const PROMPT = embeddedPrompt({ purpose: 'intent', instructions: '', fields: {}, schema: {}, embedded: null });
const candidate = (provider: string): Candidate => ({ tier: 'B', provider, model: `${provider}-model` });
const counting = (made = 0) => ({ nextAttempt: () => (made += 1) });
const context = (changes: Partial<CallContext> = {}): CallContext => ({
  ...counting(),
  budgets: undefined,
  class: 'classification',
  ask: { askId: 'a', tenant: 'shop', purpose: 'intent', runId: 'r1', stepId: 's1' },
  deadline: Date.now() + 20_000,
  firstTokenMilliseconds: 10_000,
  inOnePiece: false,
  inputCharacters: 7,
  traceParent: null,
  signal: new AbortController().signal,
  ...changes,
});

function opened(create = (name: string): ModelProvider => new ScriptedProvider(name, {})) {
  const metered: ModelCall[] = [];
  const spans: string[] = [];
  const pool = new ProviderPool((name) => {
    if (name === 'unknown') throw terminal('unknown_provider', 'there is no provider "unknown"');
    return create(name);
  });
  const calls = new Calls(
    pool,
    { record: (call) => void metered.push(call) },
    OPEN_GATES,
    (_name, traceParent, attributes) => ({
      traceParent,
      end: (error) => void spans.push(`${traceParent} ${attributes['gen_ai.provider.name']} ${String(error)}`),
    }),
  );
  return {
    calls,
    metered,
    spans,
    ends: () => metered.map(({ provider, outcome, failure }) => [provider, outcome, failure]),
  };
}

const TRACE_PARENT = `00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-01`;

describe('calls', () => {
  afterEach(() => jest.useRealTimers());

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
        callId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        startedAt: expect.stringMatching(/Z$/),
        runId: 'r1',
        stepId: 's1',
        actionId: null,
        attempt: 1,
        inputTokens: 0,
        cachedTokens: 0,
        outputTokens: 0,
        microdollars: 0,
        isEstimated: false,
        isReserved: false,
        askId: 'a',
        traceId: 'ab'.repeat(16),
        tenant: 'shop',
        purpose: 'intent',
        class: 'classification',
        tier: 'B',
        wished: null,
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

  it('are metered for the action that they are made for (PV-05, TL-14)', async () => {
    const { calls, metered } = opened();
    const ask = { ...context().ask, actionId: 'r1.refund' };
    await calls.first(context({ ask }), [candidate('one')], 1, async ({ name }) => name);
    expect(metered).toMatchObject([{ runId: 'r1', stepId: 's1', actionId: 'r1.refund' }]);
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
    jest.useFakeTimers();
    const answer = calls.first(
      context({ deadline: Date.now() + 6_000 }),
      [candidate('deaf'), candidate('good')],
      2,
      async ({ name }, _candidate, signal) => {
        signals.push(signal);
        expect(signals.slice(0, -1).every(({ aborted }) => aborted)).toBe(true);
        return name === 'deaf' ? never<string>() : name;
      },
    );
    await jest.advanceTimersByTimeAsync(3_000);
    await expect(answer).resolves.toBe('good');
    expect(ends()).toEqual([
      ['deaf', 'timed_out', 'timed_out'],
      ['good', 'answered', null],
    ]);
  });

  const remote = (name: string, limits: ProviderDefinition['limits'] = {}) => ({
    ...candidate(name),
    definition: { name, kind: 'openai_compatible', contextTokens: 8_000, limits } as const,
  });

  it.each([true, false])(
    'give a model over the network the time that it needs, and the embedded ones a turn after it (1, PV-07)',
    async (inOnePiece) => {
      jest.useFakeTimers();
      const late = (name: string, milliseconds: number): Promise<string> =>
        new Promise((resolve) => setTimeout(() => resolve(name), milliseconds));
      const answered = (milliseconds: number, deadline: number): Promise<string> => {
        const { calls } = opened();
        return calls.first(
          context({ inOnePiece, deadline: Date.now() + deadline }),
          [remote('own'), remote('second'), candidate('embedded')],
          3,
          ({ name }) => late(name, name === 'embedded' ? 10 : milliseconds),
        );
      };
      const thoughtOver = answered(9_000, 20_000);
      await jest.advanceTimersByTimeAsync(9_000);
      await expect(thoughtOver).resolves.toBe('own');
      const tooSlow = answered(60_000, 20_000);
      await jest.advanceTimersByTimeAsync(19_100);
      await expect(tooSlow).resolves.toBe('embedded');
    },
  );

  it('give the next provider its turn once one has not begun in its own time (1, PV-07)', async () => {
    jest.useFakeTimers();
    const { calls, ends } = opened();
    const answer = calls.first(
      context(),
      [remote('silent', { firstTokenMilliseconds: 2_000 }), remote('second')],
      2,
      ({ name }) => (name === 'silent' ? never<string>() : Promise.resolve(name)),
    );
    await jest.advanceTimersByTimeAsync(2_000);
    await expect(answer).resolves.toBe('second');
    expect(ends()[0]).toEqual(['silent', 'timed_out', 'timed_out']);
  });

  it('end with the time that the tenant gives one call, and with the deadline', async () => {
    const { calls } = opened();
    await expect(
      calls.first(context({ firstTokenMilliseconds: 20 }), [candidate('deaf')], 1, never),
    ).rejects.toMatchObject({ code: 'timed_out' });
    await expect(
      calls.first(context({ deadline: Date.now() - 1 }), [candidate('late')], 1, never),
    ).rejects.toMatchObject({ code: 'timed_out' });
  });

  it('in one piece have the time in all, for no first word of theirs is seen (1)', async () => {
    const limits = { firstTokenMilliseconds: 20, totalMilliseconds: 5_000 };
    const definition = { name: 'thorough', kind: 'openai_compatible', contextTokens: 8_000, limits } as const;
    const thorough = { ...candidate('thorough'), definition };
    const slow = (_provider: ModelProvider, _candidate: Candidate, signal: AbortSignal) =>
      new Promise<string>((resolve) => setTimeout(() => resolve(signal.aborted ? 'given up' : 'thought over'), 100));
    const first = (inOnePiece: boolean) => opened().calls.first(context({ inOnePiece }), [thorough], 1, slow);
    await expect(first(true)).resolves.toBe('thought over');
    await expect(first(false)).rejects.toMatchObject({ code: 'timed_out' });
  });

  it('in one piece gain no time by their words, as the next provider may still be asked (1, TP-02)', async () => {
    const { calls, metered } = opened();
    const talking = calls.first(
      context({ inOnePiece: true, firstTokenMilliseconds: 20, deadline: Date.now() + 20_000 }),
      [candidate('endless'), candidate('next')],
      2,
      ({ name }, _candidate, _signal, said) => (said(3), name === 'next' ? Promise.resolve(name) : never()),
    );
    await expect(talking).resolves.toBe('next');
    expect(metered).toMatchObject([
      { outcome: 'timed_out', outputCharacters: 3 },
      { outcome: 'answered', outputCharacters: 3 },
    ]);
  });

  it('that have begun to say something have until the deadline (1)', async () => {
    const { calls } = opened();
    const slow: Parameters<typeof calls.first<string>>[3] = async (_provider, _candidate, signal, said) => {
      said(1);
      await new Promise((resolve) => setTimeout(resolve, 100));
      signal.throwIfAborted();
      return 'said at leisure';
    };
    await expect(calls.first(context({ firstTokenMilliseconds: 20 }), [candidate('slow')], 1, slow)).resolves.toBe(
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

  it('end when no caller waits any more (4)', async () => {
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

  it('are metered by attempt, in the tokens and the money that each took (3, PV-05)', async () => {
    const usages = [
      { inputTokens: 1_000, cachedTokens: 400, outputTokens: 50 },
      { inputTokens: 2_000, cachedTokens: null, outputTokens: 1 },
    ];
    const { calls, metered, spans } = opened((name) => new ScriptedProvider(name, {}, usages));
    const definition: ProviderDefinition = {
      name: 'priced',
      kind: 'openai',
      contextTokens: 8_000,
      prices: { input: 0.25, cachedInput: 0.025, output: 2 },
    };
    const twice = async (provider: ModelProvider, _candidate: Candidate, signal: AbortSignal) => {
      await completionOf(provider.generate(PROMPT, 'm', signal));
      return completionOf(provider.generate(PROMPT, 'm', signal));
    };
    await calls.first(context(), [{ ...candidate('priced'), definition }], 1, twice);
    expect(metered).toMatchObject([
      { attempt: 1, outcome: 'invalid', ...usages[0], microdollars: 260 },
      { attempt: 2, outcome: 'answered', ...usages[1], microdollars: 502 },
    ]);
    expect(spans).toEqual(['null openai invalid_proposal', 'null openai undefined']);
  });

  it('whose provider does not say what they took are unknown and not nothing (PV-05)', async () => {
    const { calls, metered } = opened();
    await calls.first(
      context(),
      [{ ...candidate('silent'), definition: { name: 'silent', kind: 'http', contextTokens: 1_000 } }],
      1,
      (provider, _candidate, signal) => completionOf(provider.generate(PROMPT, 'm', signal)),
    );
    expect(metered).toMatchObject([
      { inputTokens: null, cachedTokens: null, outputTokens: null, microdollars: null, outcome: 'answered' },
    ]);
  });

  it('with no provider to call are unavailable', async () => {
    await expect(opened().calls.first(context(), [], 0, never)).rejects.toMatchObject({
      kind: 'retryable',
      code: 'provider_unavailable',
    });
  });
});
