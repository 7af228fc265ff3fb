/** Percentiles of durations in milliseconds, to a tenth or as many digits as asked for. */
export function summarise(milliseconds: readonly number[], digits = 1): { p50: number; p99: number; max: number } {
  const sorted = milliseconds.toSorted((one, other) => one - other);
  const at = (share: number): number =>
    round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0, digits);
  return { p50: at(0.5), p99: at(0.99), max: round(sorted.at(-1) ?? 0, digits) };
}

export const round = (value: number, digits = 1): number => Math.round(value * 10 ** digits) / 10 ** digits;

/** Runs `work` `total` times, `inFlight` at once; returns each one's duration and the whole in milliseconds. */
export async function drive(
  total: number,
  inFlight: number,
  work: (index: number) => Promise<unknown>,
): Promise<{ durations: number[]; elapsed: number }> {
  const durations: number[] = [];
  let next = 0;
  const began = performance.now();
  const worker = async (): Promise<void> => {
    while (next < total) {
      const index = next;
      next += 1;
      const start = performance.now();
      await work(index);
      durations.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, worker));
  return { durations, elapsed: performance.now() - began };
}
