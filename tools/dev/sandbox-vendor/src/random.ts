/** A random source whose draws follow from its seed alone, so that the shop is the same on every machine. */
export interface SeededRandom {
  /** a whole number from `from` to `to`, both included */
  between(from: number, to: number): number;
  pick<T>(values: readonly T[]): T;
}

/** mulberry32: 32 bits of state, good enough for made-up orders and for nothing else. */
export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return { between, pick: (values) => values[between(0, values.length - 1)] as (typeof values)[number] };
}
