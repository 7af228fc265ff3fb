import { evidencePacker } from './pack-evidence';
import { fuse } from './fuse';
import { relevantOf } from './relevance';

describe('a found passage', () => {
  it('is relevant by its words, by its meaning, or by half of both', () => {
    const fits = (words: number, meaning: number) =>
      relevantOf([{ key: 'a#1', fit: words }], [{ key: 'a#1', fit: meaning }]).get('a#1') ?? null;
    expect([fits(0.6, 0), fits(0, 0.6), fits(0.5, 0.3)]).toEqual([0.6, 0.6, 0.5]);
    expect([fits(0.59, 0.29), fits(0.49, 0.59), fits(0, 0)]).toEqual([null, null, null]);
  });

  it('comes first where both searches agree', () => {
    expect(
      fuse([
        ['a', 'b', 'c'],
        ['b', 'c'],
      ]),
    ).toEqual(['b', 'c', 'a']);
    expect(fuse([[], ['x']])).toEqual(['x']);
  });

  it('is handed on only with what fits nearly as well, and no more than there is room for', () => {
    const of = (id: string, score: number, length = 100) => ({
      id,
      documentId: 'd',
      title: 't',
      section: '',
      text: 'x'.repeat(length),
      score,
    });
    const ids = (found: readonly ReturnType<typeof of>[]) => evidencePacker.pack(found).map(({ id }) => id);
    expect(ids([of('a', 1), of('b', 0.6), of('c', 0.59)])).toEqual(['a', 'b']);
    expect(ids([1, 2, 3, 4, 5].map((name) => of(`${name}`, 1)))).toEqual(['1', '2', '3', '4']);
    expect(ids([of('a', 1, 2_900), of('b', 1, 200)])).toEqual(['a']);
    expect(ids([])).toEqual([]);
  });
});
