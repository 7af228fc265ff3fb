/** The readings of a text, by reader and by the key that it was read with. */
export type Readings = Map<object, Map<object, { readonly reading: unknown }>>;

/**
 * A text that keeps its own readings. They are forgotten with its turn, which costs the garbage collector less than a
 * weak entry for each reading.
 */
export interface Remembering {
  readonly readings: Readings;
}

const lasting = new WeakMap<object, Readings>();

function readingsOf(text: object & Partial<Remembering>): Readings {
  const readings = text.readings ?? lasting.get(text);
  if (readings) return readings;
  const begun: Readings = new Map();
  lasting.set(text, begun);
  return begun;
}

/**
 * Remembers the result of `read` for a text (an object of its own for each turn) together with something that lives
 * longer: a phrase table, a language. Fifty threads that look at one text read it once.
 */
export function memoiseEach<Text extends object, Key extends object, Reading>(
  read: (text: Text, key: Key) => Reading,
): (text: Text, key: Key) => Reading {
  return (text, key) => {
    const readings = readingsOf(text);
    const byKey = readings.get(read) ?? new Map<object, { readonly reading: unknown }>();
    if (byKey.size === 0) readings.set(read, byKey);
    const before = byKey.get(key);
    if (before) return before.reading as Reading;
    const reading = read(text, key);
    byKey.set(key, { reading });
    return reading;
  };
}

/** The same of something that is read by itself: one entry for a reading, where the above makes three. */
export function memoise<Text extends object, Reading>(read: (text: Text) => Reading): (text: Text) => Reading {
  const known = new WeakMap<Text, { readonly reading: Reading }>();
  return (text) => {
    const before = known.get(text);
    if (before) return before.reading;
    const reading = read(text);
    known.set(text, { reading });
    return reading;
  };
}

/**
 * The same for a value that is asked for repeatedly and then never again. A weak entry costs more than most readings,
 * and keeps the value through a collection of new objects.
 */
export function memoiseLast<Text extends object, Reading>(read: (text: Text) => Reading): (text: Text) => Reading {
  let last: { readonly text: Text; readonly reading: Reading } | null = null;
  return (text) => {
    if (last?.text !== text) last = { text, reading: read(text) };
    return last.reading;
  };
}
