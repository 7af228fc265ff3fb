/** How many parts a service's streams are cut into: as many replicas can share its work. A constant of the release. */
export const PARTITIONS = 16;

const OFFSET_BASIS = 0x811c9dc5;
const PRIME = 0x01000193;

/** The part a stream belongs to: the same in every process and release (FNV-1a). */
export function partitionOf(stream: string): number {
  let hash = OFFSET_BASIS;
  for (let index = 0; index < stream.length; index += 1) hash = Math.imul(hash ^ stream.charCodeAt(index), PRIME);
  return ((hash ^ (hash >>> 16)) >>> 0) % PARTITIONS;
}
