import { cohesionOf } from './cohesion';

const example = (intent: string, normal: string) => ({ intent, normal });
/** By the share of the others that begin with the same letter. */
const cohesion = (...examples: ReturnType<typeof example>[]) =>
  cohesionOf(
    examples,
    (place, others) =>
      others.filter((other) => examples[other]!.normal[0] === examples[place]!.normal[0]).length / others.length,
  );

describe('cohesion', () => {
  it('is the greater the more alike the examples of an intent are', () => {
    const found = cohesion(example('same', 'a1'), example('same', 'a2'), example('mixed', 'b'), example('mixed', 'c'));
    expect(found.get('same')).toBeCloseTo(0.76);
    expect(found.get('mixed')).toBeCloseTo(0.36);
  });

  it('of an intent with a single example is the usual one', () => {
    expect(cohesion(example('same', 'a1'), example('same', 'a2'), example('lone', 'b')).get('lone')).toBeCloseTo(0.6);
  });

  it('does not grow by an example said twice', () => {
    const [once, twice] = [
      [example('i', 'a'), example('i', 'b')],
      [example('i', 'a'), example('i', 'b'), example('i', 'b')],
    ].map((all) => cohesion(...all).get('i'));
    expect(twice).toBe(once);
  });

  it('is of every intent with an example', () =>
    expect([...cohesion(example('one', 'a'), example('two', 'b')).keys()]).toEqual(['one', 'two']));
});
