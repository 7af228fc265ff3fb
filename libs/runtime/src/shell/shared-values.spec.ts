import fc from 'fast-check';
import { withShared, withoutShared } from './shared-values';

const asStored = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;
const putBack = (command: object, facts: readonly object[]): unknown => {
  const { command: left, places } = withoutShared(command, facts);
  return withShared(asStored(left), asStored(places), asStored(facts));
};

const long = (value: object): object => ({ ...value, long: 'x'.repeat(200) });

describe('a command beside the facts of its decision', () => {
  const order = { id: '1002', lines: Array.from({ length: 30 }, (_, index) => ({ sku: `TEA-${index}` })) };
  const result = { order };
  const command = { name: 'segment.read', reads: [{ stepId: 'a', outcome: { ok: true, result } }, { stepId: 'b' }] };
  const facts = [{ runId: 'r' }, { ends: [{ stepId: 'a', result }] }];

  it('is kept without what the facts hold, and whole again with them', () => {
    const { command: left, places } = withoutShared(command, facts);
    expect(left).toEqual({
      ...command,
      reads: [{ stepId: 'a', outcome: { ok: true, result: null } }, { stepId: 'b' }],
    });
    expect(places).toEqual([[['reads', 0, 'outcome', 'result'], [1, 'ends', 0, 'result'], expect.any(String)]]);
    expect(putBack(command, facts)).toEqual(command);
    expect(command.reads[0]!.outcome!.result).toBe(result);
  });

  it('keeps a value that only looks like one of theirs', () => {
    expect(withoutShared(command, asStored(facts))).toEqual({ command, places: [] });
  });

  it('keeps a value that is as short as its place', () => {
    const short = { id: '1002' };
    expect(withoutShared({ short }, [{ short }])).toEqual({ command: { short }, places: [] });
  });

  it('is not whole again when the facts no longer hold a value as it was', () => {
    const { command: left, places } = withoutShared(command, facts);
    const altered = { order: { ...order, id: '1003' } };
    expect(withShared(left, places, [facts[0]!, { ends: [{ stepId: 'a', result: altered }] }])).toBeNull();
    expect(withShared(left, places, [facts[0]!])).toBeNull();
  });

  it('shares an object inside of one that they do not hold whole', () => {
    expect(withoutShared({ input: { both: [result.order, 1] } }, facts).places).toEqual([
      [['input', 'both', 0], [1, 'ends', 0, 'result', 'order'], expect.any(String)],
    ]);
  });

  it('does not share what lies very deep, however deep it lies', () => {
    const deep = (inner: object, levels: number): object => (levels === 0 ? inner : { in: deep(inner, levels - 1) });
    const bottomless = deep(result, 5_000);
    expect(withoutShared({ bottomless }, [{ result }])).toEqual({ command: { bottomless }, places: [] });
    expect(withoutShared({ result }, [{ bottomless }]).places).toEqual([]);
  });

  it('is the same again, whatever it holds and shares (RT-16)', () => {
    const parts = fc.array(fc.object({ maxDepth: 2 }).map(long), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(parts, fc.array(fc.nat()), fc.array(fc.nat()), (pool, inCommand, inFacts) => {
        const picked = (indices: readonly number[]) => indices.map((index) => pool[index % pool.length]!);
        const whole = { name: 'any', parts: picked(inCommand), more: { parts: picked(inCommand) } };
        const data = [{ own: 1 }, ...picked(inFacts)];
        expect(putBack(whole, data)).toEqual(asStored(whole));
      }),
    );
  });
});
