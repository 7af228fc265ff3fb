/**
 * The constant of reciprocal rank fusion (Cormack et al. 2009): only the rank in each list counts, not the score, so a
 * passage that two searches rank high comes first.
 */
const EVENED = 60;

/** The keys of all lists, best first. Each list is best first and names a key once. */
export function fuse(lists: readonly (readonly string[])[]): readonly string[] {
  const scores = new Map<string, number>();
  for (const list of lists)
    list.forEach((key, place) => scores.set(key, (scores.get(key) ?? 0) + 1 / (EVENED + place + 1)));
  return [...scores].sort(([one, a], [other, b]) => b - a || (one < other ? -1 : 1)).map(([key]) => key);
}
