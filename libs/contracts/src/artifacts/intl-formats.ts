const MOST_KEPT = 200;

/**
 * Caches the formats that `make` returns: making a format of Intl takes a hundred times as long as using it. Bounded.
 */
export function keptFormats<Words extends readonly string[], Format>(
  make: (...words: Words) => Format,
): (...words: Words) => Format {
  const kept = new Map<string, Format>();
  return (...words) => {
    const key = words.join('\n');
    const before = kept.get(key);
    if (before !== undefined) return before;
    if (kept.size >= MOST_KEPT) kept.clear();
    const made = make(...words);
    kept.set(key, made);
    return made;
  };
}
