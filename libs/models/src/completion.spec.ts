import { completionOf } from './completion';
import { UNKNOWN_USAGE, type ModelPart } from './provider';

const END: ModelPart = { type: 'end', finish: 'stop', usage: UNKNOWN_USAGE };
const said = (...texts: readonly string[]) => texts.map((text): ModelPart => ({ type: 'text', text }));
const called = (written: string): ModelPart => ({
  type: 'tool_call',
  call: { id: 'call', name: 'look.up', arguments: written },
});

async function* stream(parts: readonly ModelPart[]): AsyncGenerator<ModelPart> {
  yield* parts;
}

describe('the completion of an answer', () => {
  it('has its text without what no event can hold, however the text was cut', async () => {
    const parts = [...said('Hi\0 \ud83d', '\ude00', ' \ud800!'), END];
    expect((await completionOf(stream(parts))).text).toBe('Hi \u{1f600} \ufffd!');
  });

  it.each<[string, readonly ModelPart[]]>([
    ['its text', said('x'.repeat(10_000), 'x'.repeat(10_000))],
    ['its calls', [called('x'.repeat(16_000))]],
    ['both together', [...said('x'.repeat(10_000)), called('x'.repeat(10_000))]],
  ])('has an end: %s', async (_, parts) => {
    await expect(completionOf(stream([...parts, END]))).rejects.toMatchObject({ code: 'reply_too_long' });
  });
});
