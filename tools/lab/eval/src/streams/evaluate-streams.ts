import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ArbiterError, terminal } from '@arbiter/contracts';
import {
  LanguageModelProvider,
  completionOf,
  embeddedPrompt,
  languageModels,
  type Completion,
  type FamilyName,
} from '@arbiter/models';
import { documentOf } from '../input';
import { ExpectedFile, FAMILY_OF_FOLDER, differences, isRefusedByFormOnly, type Expected } from './expected';
import { StreamServer } from './stream-server';

/** The output of `npm run eval -- streams`. */
export interface StreamReport {
  readonly streams: number;
  /** that came out as expected however they were cut */
  readonly equal: number;
  readonly failures: readonly { readonly stream: string; readonly chunking: number; readonly reason: string }[];
}

interface Recorded {
  readonly name: string;
  readonly family: FamilyName;
  readonly bytes: Buffer;
  readonly expected: Expected;
}

const PATIENCE_MILLISECONDS = 30_000;
const PROMPT = embeddedPrompt({ purpose: 'play', instructions: 'Answer.', fields: {}, schema: null, embedded: null });

/** Plays every recorded stream of the folder through the real adapter, each cut in so many ways. */
export async function evaluateStreams(
  folder: string,
  chunkings: number,
  tell: (done: number) => void = () => undefined,
): Promise<StreamReport> {
  const recorded = await recordedIn(folder);
  const server = await StreamServer.open();
  const failures: StreamReport['failures'][number][] = [];
  try {
    for (const [index, stream] of recorded.entries()) {
      for (let chunking = 1; chunking <= chunkings; chunking += 1) {
        const reason = await played(stream, server.addressOf(stream.bytes, drawing(index * chunkings + chunking)));
        if (reason !== null) failures.push({ stream: stream.name, chunking, reason });
      }
      tell(index + 1);
    }
  } finally {
    await server.close();
  }
  return {
    streams: recorded.length,
    equal: recorded.length - new Set(failures.map(({ stream }) => stream)).size,
    failures,
  };
}

/** The deviations of the outcome; null when there are none. */
async function played({ family, expected }: Recorded, baseURL: string): Promise<string | null> {
  const outcome = await outcomeOf(new LanguageModelProvider(family, languageModels(family, { baseURL })));
  if (outcome instanceof ArbiterError) return expected.ok ? `failed: ${outcome.message}` : unclean(outcome);
  if (!expected.ok) return isRefusedByFormOnly(expected) ? null : 'an answer was made of what is none';
  return differences(expected, outcome).join('; ') || null;
}

/** What a stream that is no answer ends with: it is broken, or it reports an error of the provider. */
const CLEAN: ReadonlySet<string> = new Set([
  'broken_stream',
  'provider_failed',
  'provider_denied',
  'prompt_refused',
  'rate_limited',
  'unknown_model',
]);

const unclean = ({ code, message }: ArbiterError): string | null =>
  CLEAN.has(code) ? null : `failed by another cause: ${code}, ${message}`;

async function outcomeOf(provider: LanguageModelProvider): Promise<Completion | ArbiterError> {
  const patience = AbortSignal.timeout(PATIENCE_MILLISECONDS);
  try {
    return await completionOf(provider.generate(PROMPT, 'recorded', patience));
  } catch (error) {
    if (error instanceof ArbiterError) return error;
    return terminal(
      'hung',
      patience.aborted ? `it had not ended after ${PATIENCE_MILLISECONDS} ms` : `it threw ${String(error)}`,
    );
  }
}

async function recordedIn(folder: string): Promise<readonly Recorded[]> {
  const expected = await documentOf(join(folder, 'expected.json'), ExpectedFile);
  const folders = (await readdir(folder, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .toSorted();
  const all = await Promise.all(
    folders.map(async (name) =>
      (await readdir(join(folder, name)))
        .filter((file) => file.endsWith('.sse'))
        .toSorted()
        .map((file) => `${name}/${file}`),
    ),
  );
  const names = all.flat();
  if (names.length === 0)
    throw terminal('bad_row', `${folder} holds no stream; write <family>/<name>.sse beside expected.json`);
  return Promise.all(
    names.map(async (name) => ({
      name,
      family: familyOf(name),
      bytes: await readFile(join(folder, name)),
      expected: expectedOf(expected, name, folder),
    })),
  );
}

function familyOf(name: string): FamilyName {
  const family = FAMILY_OF_FOLDER[name.split('/')[0]!];
  if (!family)
    throw terminal(
      'bad_row',
      `${name} lies in no known family's folder; use ${Object.keys(FAMILY_OF_FOLDER).join(', ')}`,
    );
  return family;
}

function expectedOf(all: Readonly<Record<string, Expected>>, name: string, folder: string): Expected {
  const expected = all[name];
  if (!expected) throw terminal('bad_row', `${folder}/expected.json says nothing of ${name}; add it`);
  return expected;
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function drawing(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
