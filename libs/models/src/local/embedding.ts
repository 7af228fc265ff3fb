/** A sentence as a point; unit length, so that the dot product of two is their cosine. */
export type Embedding = Float32Array;

/** As it is kept: little-endian 32-bit floats. */
export function embeddingBytes(embedding: Embedding): Buffer {
  const bytes = Buffer.alloc(embedding.length * 4);
  embedding.forEach((value, index) => bytes.writeFloatLE(value, index * 4));
  return bytes;
}

export const embeddingOf = (bytes: Buffer): Embedding =>
  Float32Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readFloatLE(index * 4));

export function cosine(one: Embedding, other: Embedding): number {
  let sum = 0;
  for (let index = 0; index < one.length; index += 1) sum += one[index]! * (other[index] ?? 0);
  return sum;
}
