import { WrittenObject } from './written-object';

/** After how many of its characters it is whole; null: never. */
function wholeAfter(text: string): number | null {
  const object = new WrittenObject();
  const found = [...text].findIndex((character) => object.add(character));
  return found < 0 ? null : found + 1;
}

describe('a JSON object that is written piece by piece', () => {
  it.each([
    '{}',
    ' \n{"order":"1002"}',
    '{"a":{"b":[{"c":1},{}]},"d":{}}',
    '{"text":"a } and a { and a \\" and a \\\\"}',
    '{"snow":"\\u2603 \u2603 \u{1F600}"}',
  ])('is whole with its last brace and not before: %s (TP-02)', (text) => {
    expect(wholeAfter(text)).toBe([...text].length);
    expect(new WrittenObject().add(text)).toBe(true);
  });

  it.each(['', '{', '{"order":"10', '"{}"', '[{}]', '1', 'null', '{"a":}', '}{}', 'select {}'])(
    'is never whole: %s',
    (text) => expect(wholeAfter(text)).toBeNull(),
  );

  it('is whole once, whatever is written after it', () => {
    const object = new WrittenObject();
    expect(['{}', '{}', ' '].map((piece) => object.add(piece))).toEqual([true, false, false]);
  });
});
