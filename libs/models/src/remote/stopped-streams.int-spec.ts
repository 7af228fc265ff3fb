import { completionOf, type Completion } from '../completion';
import { assembled } from '../context';
import { replyTask } from '../purposes';
import { ModelServer, type Script } from '../testing/model-server';
import { WITHOUT_RECOGNISERS } from '../testing/rules';
import { chatStream, messageStream, responseStream, spokenItem } from '../testing/wire-events';
import { FAMILY_NAMES, LanguageModelProvider, languageModels, type FamilyName } from '.';

const { draft } = replyTask({ purpose: 'narrative', sentence: 'All is well.', locale: 'en', closing: null });
const TOOL = { name: 'look.up', description: 'Looks up', schema: { type: 'object', properties: {} } };
const { prompt: PROMPT } = assembled({ ...draft, tools: [TOOL] }, WITHOUT_RECOGNISERS);
const [BEGINNING, REST] = ['{"order":', '"1002"}'];
const WHOLE = [{ id: 'a', name: 'look-up', arguments: '{"order":"1002"}' }];
type Data = Readonly<Record<string, unknown>>;

const chat = (): readonly string[] => {
  const call = (written: string, more: object = {}): Data => ({
    tool_calls: [{ index: 0, ...more, function: { ...('id' in more && { name: 'look-up' }), arguments: written } }],
  });
  const deltas = [{ content: 'I look. ' }, call(BEGINNING, { id: 'a', type: 'function' }), call(REST)];
  return chatStream([...deltas, { content: 'And on I talk.' }], 'tool_calls');
};
const item = (written: string, status: string): Data => ({
  type: 'function_call',
  id: 'fc',
  call_id: 'a',
  name: 'look-up',
  arguments: written,
  status,
});
const at = { output_index: 1, item_id: 'fc' };
const call: readonly Data[] = [
  { type: 'response.output_item.added', ...at, item: item('', 'in_progress') },
  { type: 'response.function_call_arguments.delta', ...at, delta: BEGINNING },
  { type: 'response.function_call_arguments.delta', ...at, delta: REST },
  { type: 'response.output_item.done', ...at, item: item(BEGINNING + REST, 'completed') },
];
const block = (text: string) =>
  [
    { type: 'text', text: '' },
    { type: 'text_delta', text },
  ] as const;

/** Words, a call and more words, as each family writes them. */
const STREAMS: Readonly<Record<FamilyName, readonly string[]>> = {
  openai_chat: chat(),
  openai_compatible: chat(),
  openai: responseStream([...spokenItem(0, 'I look. '), ...call, ...spokenItem(2, 'And on I talk.')]),
  anthropic: messageStream([
    block('I look. '),
    [
      { type: 'tool_use', id: 'a', name: 'look-up', input: {} },
      { type: 'input_json_delta', partial_json: BEGINNING },
      { type: 'input_json_delta', partial_json: REST },
    ],
    block('And on I talk.'),
  ]),
};
/** The same without a call. */
const QUIET: Readonly<Record<FamilyName, readonly string[]>> = {
  openai_chat: chatStream([{ content: 'All is well.' }]),
  openai_compatible: chatStream([{ content: 'All is well.' }]),
  openai: responseStream(spokenItem(0, 'All is well.')),
  anthropic: messageStream([block('All is well.')]),
};
/** How many pieces there are up to the one that makes the call whole. */
const upToCall = (pieces: readonly string[]): number => pieces.findIndex((piece) => piece.includes('1002')) + 1;

let server: ModelServer;
beforeEach(async () => (server = await ModelServer.open()));
afterEach(() => server.close());

function read(family: FamilyName, script: Script, prompt = PROMPT): Promise<Completion> {
  server.script = script;
  const models = languageModels(family, { baseURL: server.url, apiKey: 'a-key' });
  return completionOf(new LanguageModelProvider(family, models).generate(prompt, 'm', AbortSignal.timeout(30_000)));
}

describe.each(FAMILY_NAMES)('a stream of %s that may call a tool', (family) => {
  const pieces = STREAMS[family];
  const whole = upToCall(pieces);

  it('is read to its first whole call, and no further byte is waited for (TP-02)', async () => {
    const { usage, ...said } = await read(family, { pieces: pieces.slice(0, whole), then: 'hang' });
    await server.left;
    expect(said).toMatchObject({ text: 'I look. ', toolCalls: WHOLE, finish: 'stopped' });
    expect(usage).toEqual({
      inputTokens: expect.any(Number),
      outputTokens: expect.any(Number),
      cachedTokens: null,
      isEstimated: true,
    });
    expect(Math.min(usage.inputTokens!, usage.outputTokens!)).toBeGreaterThan(5);
  });

  it('has its connection closed while it talks on, and none of those words (TP-02, TP-03)', async () => {
    const endless = function* () {
      yield* pieces.slice(0, whole);
      for (;;) yield pieces.find((piece) => piece.includes('I look. '))!;
    };
    expect(await read(family, { pieces: endless() })).toMatchObject({ text: 'I look. ', toolCalls: WHOLE });
    await server.left;
  });

  it('is broken where it stops before the call is whole', async () => {
    const broken = read(family, { pieces: pieces.slice(0, whole - 1) });
    await expect(broken).rejects.toMatchObject({ kind: 'retryable', code: 'broken_stream' });
  });

  it('is read to its end where it calls nothing, and has the usage that the provider reports', async () => {
    const { toolCalls, finish, usage } = await read(family, { pieces: QUIET[family] });
    expect([toolCalls, finish]).toEqual([[], 'stop']);
    expect(usage).toMatchObject({ inputTokens: 7, outputTokens: 3 });
    expect(usage).not.toHaveProperty('isEstimated');
  });

  it('is read to its end where it was offered no tool', async () => {
    const { prompt } = assembled(draft, WITHOUT_RECOGNISERS);
    expect(await read(family, { pieces }, prompt)).toMatchObject({ finish: 'tool_calls', toolCalls: WHOLE });
  });
});
