import { Slots } from './slots';

describe('slots', () => {
  it('let so many run at once, and the others in the order they came', async () => {
    const slots = new Slots(2);
    const begun: number[] = [];
    const gates = Array.from({ length: 5 }, () => Promise.withResolvers<void>());
    const all = gates.map(({ promise }, index) => slots.run(() => (begun.push(index), promise)));
    expect(begun).toEqual([0, 1]);
    for (const [index, { resolve }] of gates.entries()) {
      resolve();
      await all[index];
      expect(begun.length).toBe(Math.min(index + 3, 5));
    }
    expect(begun).toEqual([0, 1, 2, 3, 4]);
  });

  it('are given back by work that fails', async () => {
    const slots = new Slots(1);
    await expect(slots.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await slots.run(async () => 'yes')).toBe('yes');
  });
});
