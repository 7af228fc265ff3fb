/**
 * The bound of an LRU cache that takes room as it fills: by itself such a cache takes the room for all of its entries, some tens of bytes
 * each, when it is made.
 */
export const atMost = (entries: number) => ({ maxSize: entries, sizeCalculation: () => 1 }) as const;
