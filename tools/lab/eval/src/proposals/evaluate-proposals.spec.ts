import { resolve } from 'node:path';
import { loadTenant } from '@arbiter/artifacts';
import { SHOP } from '../conversation/in-process/rehearse';
import { acceptableArguments } from './acceptable';
import { caseOf } from './calls';
import { evaluateProposals } from './evaluate-proposals';
import { goldenCases } from './golden';
import { sourceOf } from './source';
import { evaluateValidation } from './validation';

const artifacts = loadTenant(SHOP);
const GOLDEN = resolve(__dirname, '../../golden/shop.yaml');
const triangle = {
  name: 'geometry.area',
  description: 'The area of a triangle.',
  parameters: {
    type: 'object',
    properties: {
      base: { type: 'integer' },
      sides: { type: 'array', items: { type: 'number' } },
      unit: { type: 'string', enum: ['cm', 'm'] },
    },
    required: ['base', 'sides'],
  },
};
const row = (id: string, valid = true) => ({
  id,
  messages: [{ content: 'the area of a triangle with a base of 10 cm and sides of 5 and 6' }],
  tools: [{ ...triangle, name: 'geometry.volume' }, triangle],
  expected_calls: [
    {
      name: 'geometry.area',
      arguments: { base: 10, sides: [5, 6] },
      acceptable: { base: [10], sides: [[5, 6]], unit: ['', 'cm'] },
      schema_valid: valid,
    },
  ],
});
const calls = Array.from({ length: 60 }, (_, place) => caseOf(row(`case-${place}`))!);
const asked = (provider: string, cases = calls) => evaluateProposals(cases, sourceOf(provider, artifacts.models, {}));

describe('PL-21, PL-01: what a provider proposes', () => {
  it('is all taken and all right from one that is right: the check refuses nothing right', async () => {
    expect(await asked('right')).toMatchObject({
      n: 60,
      taken: 1,
      names: 1,
      arguments: 1,
      invalid_taken: 0,
      refused: {},
    });
    expect(await asked('right', [...goldenCases(GOLDEN, artifacts)])).toMatchObject({
      taken: 1,
      names: 1,
      arguments: 1,
      relations: 1,
    });
  });

  it('is never taken when it is invalid', async () => {
    expect(await asked('hostile')).toMatchObject({ taken: 0, invalid_taken: 0, refused: { invalid_proposal: 60 } });
    expect(await asked('hostile', [...goldenCases(GOLDEN, artifacts)])).toMatchObject({ taken: 0, invalid_taken: 0 });
  });

  it('counts as wrong when its name or its arguments are', async () => {
    const [one] = calls;
    const source = sourceOf('right', artifacts.models, {});
    const saying = (object: object) => ({
      ...source,
      of: async () => source.of({ ...one!, expected: { ...one!.expected, ...object } }),
    });
    const scored = (object: object) => evaluateProposals([one!], saying(object));
    expect(await scored({})).toMatchObject({ names: 1, arguments: 1 });
    expect(await scored({ args: { base: 11, sides: [5, 6] } })).toMatchObject({ taken: 1, names: 1, arguments: 0 });
    expect(await scored({ template: 't0_geometry_volume' })).toMatchObject({ taken: 1, names: 0, arguments: 0 });
  });
});

test('a call that its own schema refuses is no case', () => {
  expect(caseOf(row('odd', false))).toBeNull();
});

test('PL-21: argument sets are told valid from invalid', () => {
  const set = (args: unknown, valid: boolean) => ({ id: 'a', tool: triangle, arguments: args, expect_valid: valid });
  expect(
    evaluateValidation([
      set({ base: 1, sides: [2] }, true),
      set({ base: 'one', sides: [2] }, false),
      set({ base: 1 }, false),
      set({ base: 1, sides: [2], unit: 'mile' }, false),
    ]),
  ).toEqual({ n: 4, agreed: 1, invalid_taken: 0, valid_refused: 0 });
  expect(evaluateValidation([set({ base: 1 }, true), set({ base: 1, sides: [] }, false)])).toEqual({
    n: 2,
    agreed: 0,
    invalid_taken: 1,
    valid_refused: 1,
  });
});

test.each([
  [{ unit: 'C.M.' }, { unit: ['cm'] }, true],
  [{}, { unit: ['cm', ''] }, true],
  [{}, { unit: ['cm'] }, false],
  [{ unit: 'cm', more: 1 }, { unit: ['cm'] }, false],
  [{ box: { width: 2 } }, { box: [{ width: [1, 2] }] }, true],
  [{ box: { width: 3 } }, { box: [{ width: [1, 2] }] }, false],
  [{ list: ['A', 'b'] }, { list: [['a', 'B']] }, true],
])('%j is one of %j: %p', (args, acceptable, fits) => {
  expect(acceptableArguments(args, acceptable as never)).toBe(fits);
});
