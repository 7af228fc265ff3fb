/**
 * Where something stands in several lists counts, not by how much: what two searches agree upon comes first (reciprocal
 * rank fusion, Cormack et al. 2009).
 */
const EVENED = 60;

/** The keys of all lists, best first. Each list is best first and names a key once. */
export function fuse(lists: readonly (readonly string[])[]): readonly string[] {
  const scores = new Map<string, number>();
  for (const list of lists)
    list.forEach((key, place) => scores.set(key, (scores.get(key) ?? 0) + 1 / (EVENED + place + 1)));
  return [...scores].sort(([one, a], [other, b]) => b - a || (one < other ? -1 : 1)).map(([key]) => key);
}
