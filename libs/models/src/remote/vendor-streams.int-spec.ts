import { completionOf, type Completion } from '../completion';
import { assembled } from '../context';
import { replyTask } from '../purposes';
import { WITHOUT_RECOGNISERS } from '../testing/rules';
import { ModelServer } from '../testing/model-server';
import { chatStream, messageStream, outputItem, plainEvent, responseStream, spokenItem } from '../testing/wire-events';
import { LanguageModelProvider, languageModels, type FamilyName } from '.';

const { prompt: TEXT } = assembled(
  replyTask({ purpose: 'narrative', sentence: 'All is well.', locale: 'en', closing: null }).draft,
  WITHOUT_RECOGNISERS,
);
const CHATS = ['openai_chat', 'openai_compatible'] as const satisfies readonly FamilyName[];
const SPOKEN = [
  { type: 'text', text: '' },
  { type: 'text_delta', text: 'All is well.' },
] as const;
type Data = Readonly<Record<string, unknown>>;
const UNFINISHED = '{"order":"10';

let server: ModelServer;
beforeAll(async () => (server = await ModelServer.open()));
afterAll(() => server.close());

async function read(family: FamilyName, pieces: readonly string[]): Promise<Completion> {
  server.script = { pieces };
  const models = languageModels(family, { baseURL: server.url, apiKey: 'a-key' });
  return completionOf(new LanguageModelProvider(family, models).generate(TEXT, 'm', AbortSignal.timeout(30_000)));
}

async function readWhole(family: FamilyName, answer: object): Promise<Completion> {
  server.script = { pieces: [`\uFEFF${JSON.stringify(answer)}`], headers: { 'content-type': 'application/json' } };
  const models = languageModels(family, { baseURL: server.url, apiKey: 'a-key' });
  return completionOf(new LanguageModelProvider(family, models).generate(TEXT, 'm', AbortSignal.timeout(30_000), true));
}

describe('what a provider writes for itself', () => {
  it.each([
    ['its summary of the conversation', 'compaction', { type: 'compaction_delta', content: 'A secret summary.' }],
    ['a tool of its own', 'server_tool_use', { type: 'input_json_delta', partial_json: '{"query":"a' }],
    ['what no one knows yet', 'daydream', { type: 'daydream_delta', text: 'A secret dream.' }],
  ])('is no part of its answer: %s (CX-09)', async (_, type, delta) => {
    const block = { type, id: 'b1', name: 'web_search', input: {} };
    await expect(read('anthropic', messageStream([[block, delta], [...SPOKEN]]))).resolves.toMatchObject({
      text: 'All is well.',
      toolCalls: [],
      finish: 'stop',
    });
  });

  it('is no part of an answer in one piece, which may begin with a byte order mark', async () => {
    const content = [
      { type: 'compaction', content: 'A secret summary.' },
      { type: 'text', text: 'All is well.' },
    ];
    const usage = { input_tokens: 7, output_tokens: 3 };
    const whole = { id: 'm1', type: 'message', role: 'assistant', model: 'm', content, stop_reason: 'end_turn', usage };
    await expect(readWhole('anthropic', whole)).resolves.toMatchObject({ text: 'All is well.' });
  });

  it('is no answer where it pauses in the middle of it', async () => {
    const search = { type: 'server_tool_use', id: 's1', name: 'web_search', input: { query: 'orders' } };
    const paused = await read('anthropic', messageStream([[search]], { reason: 'pause_turn' }));
    expect(paused).toMatchObject({ text: '', toolCalls: [], finish: 'other' });
  });

  it('is no answer where the beginning of the response is missing', async () => {
    const search = outputItem(0, { type: 'web_search_call', id: 'w1', status: 'completed' });
    const [, ...headless] = responseStream([...search, ...spokenItem(1, 'All is well.')]);
    await expect(read('openai', headless)).rejects.toMatchObject({ kind: 'retryable', code: 'broken_stream' });
  });
});

describe('the usage of an answer counts each token once', () => {
  it.each([
    ['as OpenAI writes it', { prompt_tokens_details: { cached_tokens: 5 } }],
    ['as DeepSeek writes it', { prompt_cache_hit_tokens: 5, prompt_cache_miss_tokens: 2 }],
    ['as Moonshot writes it', { cached_tokens: 5 }],
    ['as servers before a Claude write it', { cache_read_input_tokens: 5, cache_creation_input_tokens: 1 }],
  ])('%s (PV-05)', async (_, cached) => {
    for (const family of CHATS) {
      const stream = chatStream([{ content: 'All is well.' }], 'stop', {
        prompt_tokens: 7,
        completion_tokens: 3,
        ...cached,
      });
      const { usage } = await read(family, stream);
      expect(usage).toEqual({ inputTokens: 7, cachedTokens: 5, outputTokens: 3 });
    }
  });

  it.each([
    ['beside the answer of Groq', { x_groq: { usage: { prompt_tokens: 7, completion_tokens: 3 } } }],
    ['within the choice of Moonshot', { usage: { prompt_tokens: 7, completion_tokens: 3 } }],
  ])('%s', async (place, usage) => {
    const last = place.startsWith('within')
      ? { choices: [{ index: 0, delta: {}, finish_reason: 'stop', ...usage }] }
      : { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }], ...usage };
    const stream = [
      ...chatStream([{ content: 'All is well.' }]).slice(0, 2),
      plainEvent({ id: 'c1', created: 1, model: 'm', ...last }),
    ];
    for (const family of CHATS)
      expect((await read(family, stream)).usage).toMatchObject({ inputTokens: 7, outputTokens: 3 });
  });

  it('with what a Claude had cached and what it wrote to its cache, as its last word says', async () => {
    const before = { input_tokens: 7, output_tokens: 1, cache_creation_input_tokens: 30, cache_read_input_tokens: 500 };
    const after = { input_tokens: 8, output_tokens: 3, cache_creation_input_tokens: 30, cache_read_input_tokens: 600 };
    const { usage } = await read('anthropic', messageStream([[...SPOKEN]], { before, after }));
    expect(usage).toEqual({ inputTokens: 638, cachedTokens: 600, outputTokens: 3 });
  });

  it('with the step in which the conversation was summed up, its cache too, and without an adviser', async () => {
    const step = (type: string, tokens: number) => ({
      type,
      input_tokens: tokens,
      output_tokens: 10,
      cache_creation_input_tokens: 2,
      cache_read_input_tokens: 3,
    });
    const after = {
      input_tokens: 7,
      output_tokens: 10,
      cache_creation_input_tokens: 2,
      cache_read_input_tokens: 3,
      iterations: [step('compaction', 100), step('advisor_message', 1_000), step('message', 7)],
    };
    const { usage } = await read('anthropic', messageStream([[...SPOKEN]], { after }));
    expect(usage).toEqual({ inputTokens: 107 + 4 + 6, cachedTokens: 6, outputTokens: 20 });
  });
});

describe('the tool calls of an answer', () => {
  const call = (more: object, written?: string | object, name?: string): object => ({
    tool_calls: [
      { ...more, function: { ...(name && { name }), ...(written !== undefined && { arguments: written }) } },
    ],
  });
  const WHOLE = [{ id: 'a', name: 'look_up', arguments: '{"order":"1002"}' }];
  const BOTH = [...WHOLE, { id: 'b', name: 'cancel', arguments: '{"order":"7"}' }];

  it.each([
    ['without a type', [call({ index: 0, id: 'a' }, '{"order":', 'look_up'), call({ index: 0 }, '"1002"}')], WHOLE],
    ['with an empty type', [call({ index: 0, id: 'a', type: '' }, '{"order":"1002"}', 'look_up')], WHOLE],
    ['numbered from one', [call({ index: 1, id: 'a' }, '{"order":', 'look_up'), call({ index: 1 }, '"1002"}')], WHOLE],
    [
      'numbered by texts',
      [call({ index: '0', id: 'a' }, '{"order":', 'look_up'), call({ index: '0' }, '"1002"}')],
      WHOLE,
    ],
    [
      'numbered below zero',
      [call({ index: -1, id: 'a' }, '{"order":', 'look_up'), call({ index: -1 }, '"1002"}')],
      WHOLE,
    ],
    ['with no number', [call({ index: null, id: 'a' }, '{"order":', 'look_up'), call({}, '"1002"}')], WHOLE],
    ['with an object', [call({ index: 0, id: 'a' }, { order: '1002' }, 'look_up')], WHOLE],
    [
      'with one number for both',
      [
        call({ index: 0, id: 'a' }, '{"order":"1002"}', 'look_up'),
        call({ index: 0, id: 'b' }, '{"order":"7"}', 'cancel'),
      ],
      BOTH,
    ],
    [
      'mixed',
      [
        call({ index: 3, id: 'a' }, '{"order":', 'look_up'),
        call({ index: 9, id: 'b' }, '{"order":', 'cancel'),
        call({ index: 3 }, '"1002"}'),
        call({ index: 9 }, '"7"}'),
      ],
      BOTH,
    ],
    [
      'with its name and id in each piece',
      [call({ index: 0, id: 'a' }, '{"order":', 'look_up'), call({ index: 0, id: 'a' }, '"1002"}', 'look_up')],
      WHOLE,
    ],
  ])('are read %s', async (_, deltas, calls) => {
    for (const family of CHATS)
      await expect(read(family, chatStream(deltas as Data[], 'tool_calls'))).resolves.toMatchObject({
        toolCalls: calls,
        finish: 'tool_calls',
      });
  });

  it('take a text where a custom tool does', async () => {
    const custom = { index: 0, id: 'a', type: 'custom', custom: { name: 'query', input: 'select 1' } };
    const item = { type: 'custom_tool_call', id: 'ct', call_id: 'a', name: 'query', input: 'select 1' };
    const written = { type: 'response.custom_tool_call_input.delta', delta: 'select 1' };
    const calls = [{ id: 'a', name: 'query', arguments: 'select 1' }];
    const streams: readonly [FamilyName, readonly string[]][] = [
      ...CHATS.map((family): [FamilyName, readonly string[]] => [
        family,
        chatStream([{ tool_calls: [custom] }], 'tool_calls'),
      ]),
      ['openai', responseStream(outputItem(0, item, written))],
    ];
    for (const [family, stream] of streams)
      await expect(read(family, stream)).resolves.toMatchObject({ toolCalls: calls, finish: 'tool_calls' });
  });

  const chatCall = [call({ index: 0, id: 'a', type: 'function' }, UNFINISHED, 'look_up')] as Data[];
  const block = [
    { type: 'tool_use', id: 'a', name: 'look_up', input: {} },
    { type: 'input_json_delta', partial_json: UNFINISHED },
  ] as const;
  const item = { type: 'function_call', id: 'fc', call_id: 'a', name: 'look_up', arguments: UNFINISHED };

  it.each<[FamilyName, readonly string[]]>([
    ...CHATS.map((family): [FamilyName, readonly string[]] => [family, chatStream(chatCall, 'tool_calls')]),
    ['openai_chat', chatStream(chatCall, 'stop')],
    ['anthropic', messageStream([[...block]], { reason: 'tool_use' })],
    ['anthropic', messageStream([[...SPOKEN], [...block]])],
    ['openai', responseStream(outputItem(0, { ...item, status: 'completed' }))],
    ['openai', responseStream([...spokenItem(0, 'Well.'), outputItem(1, item)[0]!])],
  ])('make no answer of %s whose argument breaks off at a regular end', async (family, stream) => {
    await expect(read(family, stream)).rejects.toMatchObject({ kind: 'retryable', code: 'broken_stream' });
  });

  it('may break off where the answer was cut off, which is said', async () => {
    for (const family of CHATS)
      await expect(read(family, chatStream(chatCall, 'length'))).resolves.toMatchObject({ finish: 'length' });
    const cut = messageStream([[...block]], { reason: 'max_tokens' });
    await expect(read('anthropic', cut)).resolves.toMatchObject({ finish: 'length' });
  });
});

it('an output list with gaps is an answer, as encrypted reasoning is left out of it', async () => {
  const stream = responseStream([...spokenItem(0, 'All '), ...spokenItem(4, 'is well.')]);
  await expect(read('openai', stream)).resolves.toMatchObject({ text: 'All is well.', finish: 'stop' });
});

describe('a stream that stops early', () => {
  const think = { content: '<thought>A secret plan.</thought>' };
  const streams: readonly (readonly [FamilyName, readonly string[]])[] = [
    ...CHATS.map((family) => [family, chatStream([think, { content: 'All ' }, { content: 'is well.' }])] as const),
    ['anthropic', messageStream([[{ type: 'thinking', thinking: '' }], [...SPOKEN], [...SPOKEN]])],
    ['openai', responseStream([...spokenItem(1, 'All '), ...spokenItem(3, 'is well.')])],
  ];

  it.each(streams)('is no answer of %s, wherever that is', async (family, whole) => {
    const needed = whole.filter((piece) => !/"usage"|DONE/.test(piece) || /"delta":\{"stop_reason"/.test(piece));
    for (let length = 0; length < needed.length - 1; length += 1)
      await expect(read(family, needed.slice(0, length))).rejects.toMatchObject({
        kind: 'retryable',
        code: 'broken_stream',
      });
    const { text } = await read(family, whole);
    expect(text).not.toMatch(/secret/);
  });
});

describe('an error within a stream', () => {
  const CAUSES = [
    ['invalid_request_error', 'terminal', 'prompt_refused'],
    ['context_length_exceeded', 'terminal', 'prompt_refused'],
    ['request_too_large', 'terminal', 'prompt_refused'],
    ['authentication_error', 'terminal', 'provider_denied'],
    ['invalid_api_key', 'terminal', 'provider_denied'],
    ['permission_error', 'terminal', 'provider_denied'],
    ['billing_error', 'terminal', 'provider_denied'],
    ['insufficient_quota', 'terminal', 'provider_denied'],
    ['not_found_error', 'terminal', 'unknown_model'],
    ['model_not_found', 'terminal', 'unknown_model'],
    ['rate_limit_exceeded', 'retryable', 'rate_limited'],
    ['RESOURCE_EXHAUSTED', 'retryable', 'rate_limited'],
    ['overloaded_error', 'retryable', 'provider_failed'],
    ['timeout_error', 'retryable', 'provider_failed'],
    ['api_error', 'retryable', 'provider_failed'],
    ['server_error', 'retryable', 'provider_failed'],
  ] as const;
  const message = 'Jane Roe said so';

  it.each(CAUSES)('%s is %s: %s, before the first word and after it, and is not quoted', async (word, kind, code) => {
    const chat = chatStream([{ content: 'All is ' }]).slice(0, 2);
    const messages = messageStream([[...SPOKEN]]).slice(0, 3);
    const response = responseStream(spokenItem(0, 'All is ')).slice(0, 3);
    const errors: readonly [FamilyName, readonly string[], string][] = [
      ...CHATS.map((family): [FamilyName, readonly string[], string] => [
        family,
        chat,
        plainEvent({ error: { message, type: 'invalid_request_error', code: word } }),
      ]),
      ['openai_compatible', chat, plainEvent({ object: 'error', message, type: word, code: null })],
      ['anthropic', messages, `event: error\n${plainEvent({ type: 'error', error: { type: word, message } })}`],
      ['openai', response, `event: error\n${plainEvent({ type: 'error', code: word, message, param: null })}`],
      [
        'openai',
        response,
        plainEvent({ type: 'response.failed', response: { id: 'r1', error: { code: word, message } } }),
      ],
    ];
    for (const [family, begun, error] of errors)
      for (const pieces of [
        [begun[0]!, error],
        [...begun, error],
      ]) {
        const failed = read(family, pieces);
        await expect(failed).rejects.toMatchObject({ kind, code });
        await expect(failed).rejects.not.toThrow(/Jane/);
      }
  });

  it.each([
    ['a status as its code', { error: { message, code: 400 } }, 'prompt_refused'],
    ['a status as a text', { error: { message, code: '429' } }, 'rate_limited'],
    ["a class of the server's", { object: 'error', message, type: 'BadRequestError' }, 'prompt_refused'],
    ['a status of its own field', { error: message, http_status_code: 422 }, 'prompt_refused'],
    ['nothing but a text', { error: message }, 'provider_failed'],
    ['a number that is no status', { error: { message, code: '3505' } }, 'provider_failed'],
  ])('says its cause by %s', async (_, error, code) => {
    for (const family of CHATS) await expect(read(family, [plainEvent(error)])).rejects.toMatchObject({ code });
  });

  it('is one though its data are no JSON', async () => {
    for (const family of ['anthropic', 'openai', ...CHATS] as const)
      await expect(read(family, [`event: error\ndata: upstream timeout\n\n`])).rejects.toMatchObject({
        kind: 'retryable',
        code: 'provider_failed',
      });
  });

  it('is told from a good answer in one piece as well', async () => {
    const error = { type: 'invalid_request_error', message };
    for (const family of [...CHATS, 'anthropic', 'openai'] as const)
      await expect(readWhole(family, { type: 'error', error })).rejects.toMatchObject({ code: 'prompt_refused' });
  });
});
