import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { evaluateStreams } from './evaluate-streams';

const recorded = join(process.env['ARBITER_CASES'] ?? join(__dirname, '../../../../../../shared/data'), 'sse');
const whenRecorded = existsSync(join(recorded, 'expected.json')) ? it : it.skip;

const chunk = (delta: object, finish: string | null = null): string =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
const USAGE = `data: ${JSON.stringify({ choices: [], usage: { prompt_tokens: 3, completion_tokens: 2 } })}\n\n`;
const WHOLE = [
  chunk({ role: 'assistant', content: 'Grüße ' }),
  chunk({ content: 'an <think>wer fragt?</think>alle' }),
  chunk({}, 'stop'),
  USAGE,
  'data: [DONE]\n\n',
];
const EXPECTED = {
  ok: true,
  choices: [{ finish_reason: 'stop', content: 'Grüße an alle', refusal: null, tool_calls: [] }],
  usage: { prompt_tokens: 3, completion_tokens: 2 },
};

describe('the evaluation of recorded streams', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'arbiter-streams-'));
    mkdirSync(join(folder, 'openai-compatible'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  function record(stream: readonly string[], expected: object): string {
    writeFileSync(join(folder, 'openai-compatible/one.sse'), stream.join(''));
    writeFileSync(join(folder, 'expected.json'), JSON.stringify({ 'openai-compatible/one.sse': expected }));
    return folder;
  }

  whenRecorded(
    'finds every recorded stream to be what the official SDKs make of it, however it is cut (PV-08)',
    async () => {
      await expect(evaluateStreams(recorded, 3)).resolves.toEqual({
        streams: expect.any(Number),
        equal: expect.any(Number),
        failures: [],
      });
    },
  );

  it('finds a whole answer equal, its reasoning left out', async () => {
    await expect(evaluateStreams(record(WHOLE, EXPECTED), 20)).resolves.toEqual({ streams: 1, equal: 1, failures: [] });
  });

  it('tells what differs', async () => {
    const other = { ...EXPECTED, usage: { prompt_tokens: 3, completion_tokens: 9 } };
    await expect(evaluateStreams(record(WHOLE, other), 1)).resolves.toMatchObject({
      equal: 0,
      failures: [
        {
          stream: 'openai-compatible/one.sse',
          chunking: 1,
          reason: expect.stringMatching(/^usage: expected/) as string,
        },
      ],
    });
  });

  it.each([1, 2])('takes the first %i pieces for no answer', async (count) => {
    const cut = WHOLE.slice(0, count);
    await expect(evaluateStreams(record(cut, { ok: false }), 3)).resolves.toMatchObject({ equal: 1 });
    await expect(evaluateStreams(record(cut, EXPECTED), 1)).resolves.toMatchObject({ equal: 0 });
  });

  it('says so when an answer is made of what is none', async () => {
    await expect(evaluateStreams(record(WHOLE, { ok: false }), 1)).resolves.toMatchObject({
      failures: [{ reason: 'an answer was made of what is none' }],
    });
  });

  it('names the folder and the stream that it cannot play', async () => {
    record(WHOLE, EXPECTED);
    writeFileSync(join(folder, 'expected.json'), '{}');
    await expect(evaluateStreams(folder, 1)).rejects.toThrow(/says nothing of openai-compatible\/one.sse/);
  });
});
