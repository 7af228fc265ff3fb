import { resolveBindings, sourceOf, stepsReadBy } from './bindings';

describe('bindings', () => {
  it('name an argument or the result of a step', () => {
    expect(sourceOf({ from: 'args.address.street' })).toEqual({ of: 'args', path: ['address', 'street'] });
    expect(sourceOf({ from: 'steps.lookup.result' })).toEqual({ of: 'step', stepId: 'lookup', path: [] });
    expect(sourceOf({ from: 'steps.lookup.result.items.0' })).toEqual({
      of: 'step',
      stepId: 'lookup',
      path: ['items', '0'],
    });
  });

  it.each([
    'args',
    'args.',
    'steps.lookup',
    'steps.lookup.args.x',
    'steps.Lookup.result',
    'principal.customerId',
    'args.a b',
  ])('do not read %s', (from) => {
    expect(sourceOf({ from })).toBeNull();
  });

  it('give way to their values; everything else is taken as it stands', () => {
    const literal = { from: 'args.x', and: 'more' };
    const values = {
      x: { from: 'args.x' },
      total: { from: 'steps.a.result.total' },
      gone: { from: 'steps.a.result.gone' },
      literal,
      list: [{ from: 'args.x' }],
    };
    expect(resolveBindings(values, { args: { x: 1 }, results: { a: { total: 0 } } })).toEqual({
      x: 1,
      total: 0,
      literal,
      list: [{ from: 'args.x' }],
    });
  });

  it('tell which steps are read', () => {
    expect(stepsReadBy({ one: { from: 'steps.a.result' }, two: { from: 'args.x' }, three: 'steps.b.result' })).toEqual([
      'a',
    ]);
  });
});
