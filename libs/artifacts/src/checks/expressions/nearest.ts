import { oneOf } from '../check';

/** How many letters may differ in a name that is taken for a slip of another. */
const MOST_SLIPS = 3;

/** The known name that is most like another, which is no name; null when none is like it. */
export function nearestOf(name: string, known: readonly string[]): string | null {
  const [nearest] = known
    .map((other) => ({ other, slips: slipsBetween(name.toLowerCase(), other.toLowerCase()) }))
    .filter(({ other, slips }) => slips <= Math.min(MOST_SLIPS, Math.ceil(other.length / 2)))
    .sort((one, other) => one.slips - other.slips);
  return nearest?.other ?? null;
}

/** The fix of a wrong name. */
export function meantOf(name: string, known: readonly string[]): string {
  const nearest = nearestOf(name, known);
  return nearest === null ? oneOf(known) : `you may mean \`${nearest}\`; ${oneOf(known)}`;
}

/** The Levenshtein distance of two texts: letters that are put in, left out or replaced. */
function slipsBetween(one: string, other: string): number {
  let above = Array.from({ length: other.length + 1 }, (_, index) => index);
  [...one].forEach((letter, row) => {
    const line = [row + 1];
    for (let column = 1; column <= other.length; column += 1)
      line.push(
        Math.min(
          above[column]! + 1,
          line[column - 1]! + 1,
          above[column - 1]! + (letter === other[column - 1] ? 0 : 1),
        ),
      );
    above = line;
  });
  return above[other.length]!;
}
