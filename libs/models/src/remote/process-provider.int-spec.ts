import { assembled } from '../context';
import { replyTask } from '../purposes';
import { WITHOUT_RECOGNISERS } from '../testing/rules';
import { completionOf } from '../completion';
import { ProcessProvider } from './process-provider';

const { prompt: PROMPT } = assembled(
  replyTask({ purpose: 'narrative', sentence: 'All is well.', locale: 'en', closing: null }).draft,
  WITHOUT_RECOGNISERS,
);
const running = (script: string) =>
  new ProcessProvider('program', { command: [process.execPath, '-e', script], environment: { GREETING: 'Well' } });
const ask = (script: string, signal = new AbortController().signal) =>
  completionOf(running(script).generate(PROMPT, 'm', signal));
/** Reads its one line and writes one of its own. */
const answering = (expression: string): string =>
  `process.stdin.once('data', (line) => { const asked = JSON.parse(line); console.log(JSON.stringify(${expression})); setInterval(() => undefined, 1000); });`;

describe('a provider that is a program', () => {
  it('is asked one line of JSON and answers one, and knows nothing of our environment (PV-08)', async () => {
    const completion = await ask(
      answering(
        '{ text: asked.data.sentence + " " + asked.model + " " + process.env.GREETING + " " + process.env.HOME, usage: { outputTokens: 3 } }',
      ),
    );
    expect(completion).toMatchObject({
      text: 'All is well. m Well undefined',
      finish: 'stop',
      usage: { inputTokens: null, outputTokens: 3, cachedTokens: null },
    });
  });

  it.each([
    ['that writes no JSON', 'console.log("hello")', 'broken_stream'],
    ['that writes another shape', 'console.log(JSON.stringify({ text: 7 }))', 'broken_stream'],
    ['that dies in the middle', 'process.stdout.write("{\\"text\\":"); process.exit(1)', 'broken_stream'],
    ['without end', 'for (;;) require("fs").writeSync(1, "x".repeat(10000))', 'reply_too_long'],
  ])('%s fails cleanly', async (_, script, code) => {
    await expect(ask(script)).rejects.toMatchObject({ code });
  });

  it('that is not there is out', async () => {
    const missing = new ProcessProvider('program', { command: ['/no/such/program'], environment: {} });
    await expect(completionOf(missing.generate(PROMPT, 'm', new AbortController().signal))).rejects.toMatchObject({
      kind: 'retryable',
      code: 'provider_unreachable',
    });
  });

  it('is killed when no caller waits', async () => {
    const stop = new AbortController();
    const waiting = ask('setInterval(() => undefined, 1000)', stop.signal);
    setTimeout(() => stop.abort(new Error('nobody waits')), 100);
    await expect(waiting).rejects.toThrow('nobody waits');
  });
});
