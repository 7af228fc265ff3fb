/**
 * Bounds an LRU cache that takes memory as it fills. With `max` alone such a cache allocates some tens of bytes for
 * each possible entry when it is made.
 */
export const atMost = (entries: number) => ({ maxSize: entries, sizeCalculation: () => 1 }) as const;

/**
 * How long an entry of an LRU cache counts. With a resolution of 0 the clock is read at every look: by default such a
 * cache remembers the time for a millisecond, and the timer of that wakes the process again after most of its work.
 */
export const forMilliseconds = (ttl: number) => ({ ttl, ttlResolution: 0 }) as const;
