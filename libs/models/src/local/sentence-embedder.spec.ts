import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { SentenceEmbedder, type EmbedderOptions } from './sentence-embedder';

/** A worker that counts its batches and does what a text says. */
const SCRIPTED = `
import { parentPort } from 'node:worker_threads';
let batch = 0;
parentPort.postMessage({ loaded: true });
parentPort.on('message', ({ texts }) => {
  batch += 1;
  if (texts.includes('die')) process.exit(1);
  if (texts.includes('throw')) throw Object.assign(new TypeError('read: throw'), { code: 'E_READ' });
  if (texts.includes('hang')) return;
  if (texts.includes('choke')) return parentPort.postMessage({ failure: 'RangeError' });
  parentPort.postMessage({ embeddings: texts.map((text, index) => Float32Array.of(batch, index, text.length)) });
});
`;

const folder = mkdtempSync(join(tmpdir(), 'arbiter-embedder-'));
const workerFile = join(folder, 'worker.mjs');
const going = new AbortController().signal;
const opened: SentenceEmbedder[] = [];
const open = (options: EmbedderOptions = {}): SentenceEmbedder => {
  const embedder = new SentenceEmbedder({ workerFile, ...options });
  opened.push(embedder);
  return embedder;
};
const embedAll = (embedder: SentenceEmbedder, texts: readonly string[]) =>
  Promise.all(texts.map(async (text) => [...(await embedder.embed([text], going))[0]!]));

beforeAll(() => writeFileSync(workerFile, SCRIPTED));
afterEach(async () => {
  for (const embedder of opened.splice(0)) await embedder.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('the sentence embedder', () => {
  it('sends what waits as one batch of at most 16, in order of arrival (1)', async () => {
    const answers = await embedAll(
      open(),
      Array.from({ length: 20 }, (_, index) => 'x'.repeat(index + 1)),
    );
    expect(answers[0]).toEqual([1, 0, 1]);
    expect(answers.slice(1, 17)).toEqual(Array.from({ length: 16 }, (_, index) => [2, index, index + 2]));
    expect(answers.slice(17)).toEqual([
      [3, 0, 18],
      [3, 1, 19],
      [3, 2, 20],
    ]);
  });

  it('sends long texts a few at a time, and one that is longer than all of them alone (1)', async () => {
    const answers = await embedAll(open(), ['a', ...[200, 200, 200, 2_000, 200].map((length) => 'x'.repeat(length))]);
    expect(answers.slice(1)).toEqual([
      [2, 0, 200],
      [2, 1, 200],
      [3, 0, 200],
      [4, 0, 2_000],
      [5, 0, 200],
    ]);
  });

  it('refuses more texts than may wait, and takes texts again when there is room (2)', async () => {
    const embedder = open({ queueLimit: 2 });
    const first = embedder.embed(['a'], going);
    const waiting = embedder.embed(['b', 'c'], going);
    await expect(embedder.embed(['d'], going)).rejects.toMatchObject({ kind: 'retryable', code: 'overloaded' });
    await Promise.all([first, waiting]);
    await expect(embedder.embed(['d'], going)).resolves.toHaveLength(1);
  });

  it('lets a text go when its signal is aborted, and reads the others (3)', async () => {
    const embedder = open();
    const first = embedder.embed(['a'], going);
    const stop = new AbortController();
    const given = embedder.embed(['b'], stop.signal);
    const kept = embedder.embed(['ccc'], going);
    stop.abort(new Error('nobody waits'));
    await expect(given).rejects.toThrow('nobody waits');
    await first;
    await expect(kept).resolves.toEqual([Float32Array.of(2, 0, 3)]);
  });

  it('fails only the texts of the batch its worker died over, and goes on with a new one (4)', async () => {
    const embedder = open();
    const dying = embedder.embed(['die'], going);
    const waiting = embedder.embed(['a'], going);
    await expect(dying).rejects.toMatchObject({
      kind: 'retryable',
      code: 'provider_unavailable',
      message: expect.stringMatching(/its thread ended with 1/),
    });
    await expect(waiting).resolves.toEqual([Float32Array.of(1, 0, 1)]);
  });

  it('is unavailable after a second death, until the time for another start has come (4)', async () => {
    const embedder = open({ restartMilliseconds: 2_000 });
    await expect(embedder.embed(['die'], going)).rejects.toMatchObject({ code: 'provider_unavailable' });
    await expect(embedder.embed(['die'], going)).rejects.toMatchObject({ code: 'provider_unavailable' });
    await expect(embedder.embed(['a'], going)).rejects.toMatchObject({ message: expect.stringMatching(/died twice/) });
    await new Promise((resolve) => setTimeout(resolve, 2_050));
    await expect(embedder.embed(['a'], going)).resolves.toHaveLength(1);
  });

  it('ends a worker that hangs (4)', async () => {
    const embedder = open({ batchMilliseconds: 1_500 });
    await embedder.embed(['a'], going);
    await expect(embedder.embed(['hang'], going)).rejects.toMatchObject({ code: 'provider_unavailable' });
    await expect(embedder.embed(['a'], going)).resolves.toHaveLength(1);
  });

  it('ends a worker that does not even load (4)', async () => {
    await expect(open({ batchMilliseconds: 50, loadMilliseconds: 50 }).embed(['hang'], going)).rejects.toMatchObject({
      code: 'provider_unavailable',
    });
  });

  it('keeps the texts of a worker that died before it had loaded for the next one (4)', async () => {
    const marker = join(folder, 'tried');
    const file = join(folder, 'second-time.mjs');
    writeFileSync(
      file,
      `import { existsSync, writeFileSync } from 'node:fs';
       if (!existsSync(${JSON.stringify(marker)})) {
         writeFileSync(${JSON.stringify(marker)}, '');
         throw Object.assign(new TypeError('read: secret'), { code: 'E_ONCE' });
       }${SCRIPTED}`,
    );
    const answers = await embedAll(open({ workerFile: file }), ['a', 'bb', 'ccc']);
    expect(answers.map((answer) => answer[2])).toEqual([1, 2, 3]);
  });

  it('says how a worker ended that never loads, in the words of its error: it has read no text (4)', async () => {
    const file = join(folder, 'never.mjs');
    writeFileSync(file, `throw Object.assign(new TypeError('no model here'), { code: 'E_NEVER' });`);
    await expect(open({ workerFile: file }).embed(['a'], going)).rejects.toMatchObject({
      code: 'provider_unavailable',
      message:
        'the embedded model died twice in a short time (TypeError E_NEVER: no model here); it is started again later',
    });
  });

  it('says how a worker ended that had loaded without what its error says, which may quote a text (4)', async () => {
    await expect(open().embed(['throw'], going)).rejects.toMatchObject({
      code: 'provider_unavailable',
      message: 'the embedded model stopped while it was reading (TypeError E_READ); ask again',
    });
  });

  it('gives the first batch of a worker the time to load the model (4)', async () => {
    const slow = join(folder, 'slow.mjs');
    writeFileSync(slow, `await new Promise((loaded) => setTimeout(loaded, 500));\n${SCRIPTED}`);
    await expect(open({ workerFile: slow, batchMilliseconds: 50 }).embed(['a'], going)).resolves.toHaveLength(1);
  });

  it('passes on that a text could not be read, without quoting it', async () => {
    await expect(open().embed(['choke'], going)).rejects.toMatchObject({
      code: 'provider_failed',
      message: 'the embedded model could not read a text: RangeError',
    });
  });

  it('settles everything when it is closed, and starts nothing afterwards (3, 5)', async () => {
    const embedder = open();
    const started = expect(embedder.embed(['hang'], going)).rejects.toMatchObject({
      message: expect.stringMatching(/shut down/),
    });
    const waiting = expect(embedder.embed(['a'], going)).rejects.toMatchObject({
      message: expect.stringMatching(/shut down/),
    });
    await embedder.close();
    await Promise.all([started, waiting]);
    await expect(embedder.embed(['b'], going)).rejects.toMatchObject({ message: expect.stringMatching(/shut down/) });
  });

  it('ends a worker that has nothing to read for a while, and starts another for the next text (6)', async () => {
    const embedder = open({ idleMilliseconds: 50 });
    expect(await embedAll(embedder, ['a'])).toEqual([[1, 0, 1]]);
    await delay(500);
    expect(await embedAll(embedder, ['a'])).toEqual([[1, 0, 1]]);
  });

  it('does not take that for a death (4, 6)', async () => {
    const embedder = open({ idleMilliseconds: 50 });
    for (let times = 0; times < 3; times += 1) {
      await embedAll(embedder, ['a']);
      await delay(500);
    }
    await expect(embedder.embed(['die'], going)).rejects.toMatchObject({ code: 'provider_unavailable' });
    expect(await embedAll(embedder, ['a'])).toEqual([[1, 0, 1]]);
  });

  it('ends one that was loaded ahead and never needed (6)', async () => {
    const counted = join(folder, 'counted.mjs');
    const starts = join(folder, 'starts');
    writeFileSync(counted, `import { appendFileSync } from 'node:fs';\nappendFileSync('${starts}', 'x');\n${SCRIPTED}`);
    const embedder = open({ workerFile: counted, idleMilliseconds: 50 });
    await embedder.start();
    await delay(500);
    await embedAll(embedder, ['a']);
    expect(readFileSync(starts, 'utf8')).toBe('xx');
  });

  it('has started once its model has read a text, and starts no second one', async () => {
    const embedder = open();
    await embedder.start();
    await embedder.start();
    expect(await embedAll(embedder, ['a'])).toEqual([[2, 0, 1]]);
  });

  it('says so where it cannot start, or has been closed', async () => {
    const embedder = open({ workerFile: join(folder, 'none.mjs') });
    await expect(embedder.start()).rejects.toMatchObject({ kind: 'retryable', code: 'provider_unavailable' });
    await embedder.close();
    await expect(embedder.start()).rejects.toMatchObject({ message: expect.stringMatching(/shut down/) });
  });

  it('loads the model even where its weights are read before the code that computes with them is there', async () => {
    const late = join(folder, 'late.mjs');
    const worker = join(__dirname, 'embedding-worker.mts');
    writeFileSync(
      late,
      `const instantiate = WebAssembly.instantiate.bind(WebAssembly);
       WebAssembly.instantiate = async (...given) => {
         await new Promise((passed) => setTimeout(passed, 1_000));
         return instantiate(...given);
       };
       await import(${JSON.stringify(worker)});`,
    );
    await expect(open({ workerFile: late }).embed(['where is my order'], going)).resolves.toHaveLength(1);
  });

  it('gives texts of like meaning like embeddings of unit length, the model being the one in the package', async () => {
    const embedder = new SentenceEmbedder();
    opened.push(embedder);
    const [order, parcel, weather] = await embedder.embed(
      ['where is my order', 'has my parcel been sent', 'it rains in Paris'],
      going,
    );
    const cosine = (left: Float32Array, right: Float32Array): number =>
      left.reduce((sum, value, index) => sum + value * right[index]!, 0);
    expect(cosine(order!, order!)).toBeCloseTo(1, 4);
    expect(cosine(order!, parcel!)).toBeGreaterThan(cosine(order!, weather!) + 0.2);
  });
});
