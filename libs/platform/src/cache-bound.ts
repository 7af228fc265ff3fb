/**
 * The bound of an LRU cache that takes room as it fills: by itself such a cache takes the room for all of its entries,
 * some tens of bytes each, when it is made.
 */
export const atMost = (entries: number) => ({ maxSize: entries, sizeCalculation: () => 1 }) as const;

/**
 * How long an entry of an LRU cache counts. The clock is read whenever that is asked: by itself such a cache remembers
 * the time for a millisecond, and the timer of that wakes the process once more for most of what it does.
 */
export const forMilliseconds = (ttl: number) => ({ ttl, ttlResolution: 0 }) as const;
