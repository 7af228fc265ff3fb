const PAGE = 128;

/**
 * A list that only grows. A copy with one more costs about the same however long it is: all pages but the last stay as
 * they are.
 */
export type Pages<T> = readonly (readonly T[])[];

export function appended<T>(pages: Pages<T>, one: T): Pages<T> {
  const last = pages.at(-1);
  return last === undefined || last.length === PAGE ? [...pages, [one]] : [...pages.slice(0, -1), [...last, one]];
}

export const lengthOf = (pages: Pages<unknown>): number =>
  pages.length === 0 ? 0 : (pages.length - 1) * PAGE + pages.at(-1)!.length;
