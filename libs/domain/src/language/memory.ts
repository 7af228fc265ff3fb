/**
 * Remembers what `read` makes of a text (an object of its own for each turn) together with something that lives longer: a phrase
 * table, a language. Fifty threads that look at one text read it once.
 */
export function onceEach<Text extends object, Key extends object, Reading>(read: (text: Text, key: Key) => Reading): (text: Text, key: Key) => Reading {
  const known = new WeakMap<Text, Map<Key, Reading>>();
  return (text, key) => {
    let readings = known.get(text);
    if (!readings) known.set(text, (readings = new Map<Key, Reading>()));
    const before = readings.get(key);
    if (before !== undefined) return before;
    const reading = read(text, key);
    readings.set(key, reading);
    return reading;
  };
}
