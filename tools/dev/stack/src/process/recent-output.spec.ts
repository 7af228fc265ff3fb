import { RecentOutput } from './recent-output';

const wordsOf = (text: string, noise?: RegExp) => {
  const words = new RecentOutput(noise);
  words.hear(Buffer.from(text));
  return words.last;
};

describe('last words', () => {
  it('are the last whole line that says something', () => {
    expect(wordsOf('first\nsecond\n\n  \nthi')).toBe('second');
    expect(wordsOf('')).toBeUndefined();
  });

  it("are the message of a line of JSON, with its error's, once", () => {
    expect(wordsOf('{"level":50,"msg":"cannot read the stream","err":{"message":"no disk"}}\n')).toBe(
      'cannot read the stream: no disk',
    );
    expect(wordsOf('{"msg":"no disk","err":{"message":"no disk"}}\n')).toBe('no disk');
    expect(wordsOf('{"cut off\n')).toBe('{"cut off');
  });

  it('leave out what is noise', () => {
    expect(wordsOf('Server is ready\nHealthcheck failed: "x"\nHealthcheck failed: "x"\n', /Healthcheck failed/)).toBe(
      'Server is ready',
    );
  });

  it('are put together from pieces, and bounded', () => {
    const words = new RecentOutput();
    expect([...words.hear(Buffer.from('one\ntw')), ...words.hear(Buffer.from('o\n'))]).toEqual(['one', 'two']);
    expect(words.last).toBe('two');
    expect(wordsOf(`${'x'.repeat(9_000)}\n`)).toHaveLength(300);
  });
});
