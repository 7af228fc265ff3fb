const MOST_PARTS = 4;
const LEAST_WORDS = 3;

/** The questions in a text, as its marks divide it; none where it is one. */
export function partsOf(text: string): readonly string[] {
  const parts = text
    .split(/[.?!,;:\n]+/u)
    .map((part) => part.trim())
    .filter((part) => part.split(/\s+/u).length >= LEAST_WORDS);
  return parts.length > 1 ? parts.slice(0, MOST_PARTS) : [];
}
