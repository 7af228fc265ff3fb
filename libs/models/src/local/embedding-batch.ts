const BATCH_TEXTS = 16;
/** The memory of a batch grows with its texts, and longer texts are no faster together. */
const BATCH_CHARACTERS = 500;

/** The message to the worker and its answer; the worker answers every batch in order. */
export interface EmbeddingBatch {
  readonly texts: readonly string[];
}
export type EmbeddingAnswer = { readonly embeddings: readonly Float32Array[] } | { readonly failure: string };
/** Sent once, before the first answer: from here on the texts themselves may be the reason when the thread ends. */
export interface ModelLoaded {
  readonly loaded: true;
}

/** The embedder bounds every batch, so texts that are embedded ahead of time need no signal of their own. */
export const NEVER: AbortSignal = new AbortController().signal;

/** The waiting texts, in their order, that go into one batch. */
export function batchOf<Waiting extends { readonly text: string }>(waiting: Iterable<Waiting>): Waiting[] {
  let characters = 0;
  const texts = [...waiting].slice(0, BATCH_TEXTS);
  const end = texts.findIndex(({ text }) => (characters += text.length) > BATCH_CHARACTERS);
  return end === -1 ? texts : texts.slice(0, Math.max(1, end));
}
