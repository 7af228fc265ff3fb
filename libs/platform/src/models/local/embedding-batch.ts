const BATCH_TEXTS = 16;
/** What a batch takes of memory grows with its texts, and longer ones are no faster together. */
const BATCH_CHARACTERS = 500;

/** What goes to the worker and what comes back; the worker answers every batch in order. */
export interface EmbeddingBatch {
  readonly texts: readonly string[];
}
export type EmbeddingAnswer = { readonly embeddings: readonly Float32Array[] } | { readonly failure: string };
/** Said once, before the first answer: from here on an end of the thread may come from what it reads. */
export interface ModelLoaded {
  readonly loaded: true;
}

/** The embedder bounds every batch, so what is read ahead of any person's text needs no signal of its own. */
export const NEVER: AbortSignal = new AbortController().signal;

/** Of what waits, in its order, what goes together. */
export function batchOf<Waiting extends { readonly text: string }>(waiting: Iterable<Waiting>): Waiting[] {
  let characters = 0;
  const texts = [...waiting].slice(0, BATCH_TEXTS);
  const end = texts.findIndex(({ text }) => (characters += text.length) > BATCH_CHARACTERS);
  return end === -1 ? texts : texts.slice(0, Math.max(1, end));
}
