import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { readJson, terminal, type ArbiterError } from '@arbiter/contracts';
import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';

const GZIP = Buffer.from([0x1f, 0x8b]);

/** A file as text, unpacked when it is gzip. Throws a terminal `unreadable_file`. */
async function* textOf(file: string): AsyncIterable<string> {
  try {
    const isPacked = await isGzip(file);
    const source = createReadStream(file);
    const bytes = isPacked ? source.pipe(createGunzip()).once('close', () => source.destroy()) : source;
    yield* bytes.setEncoding('utf8') as AsyncIterable<string>;
  } catch (error) {
    throw terminal(
      'unreadable_file',
      `${file} cannot be read (${(error as Error).message}); name a JSON file, plain or gzip`,
      undefined,
      error,
    );
  }
}

async function isGzip(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(GZIP.length), 0, GZIP.length, 0);
    return bytesRead === GZIP.length && buffer.equals(GZIP);
  } finally {
    await handle.close();
  }
}

/** Reads one row from each line. Throws a terminal `bad_row` that names the file, the line and the field. */
export async function rowsOf<S extends TSchema>(file: string, schema: S): Promise<readonly Static<S>[]> {
  const check = shapeOf(schema);
  const rows: Static<S>[] = [];
  let line = 0;
  for await (const text of linesOf(file)) {
    line += 1;
    if (text.trim() !== '') rows.push(check(parsed(text, `${file}:${line}`), `${file}:${line}`));
  }
  if (rows.length === 0) throw terminal('bad_row', `${file} holds no row; write one JSON object a line`);
  return rows;
}

export async function documentOf<S extends TSchema>(file: string, schema: S): Promise<Static<S>> {
  let text = '';
  for await (const piece of textOf(file)) text += piece;
  return shapeOf(schema)(parsed(text, file), file);
}

async function* linesOf(file: string): AsyncIterable<string> {
  let rest = '';
  for await (const piece of textOf(file)) {
    const lines = `${rest}${piece}`.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  yield rest;
}

function parsed(text: string, where: string): unknown {
  try {
    return readJson(text, where);
  } catch (error) {
    throw terminal('bad_row', (error as ArbiterError).message, undefined, error);
  }
}

function shapeOf<S extends TSchema>(schema: S): (value: unknown, where: string) => Static<S> {
  const validator = Compile(schema);
  return (value, where) => {
    if (validator.Check(value)) return value as Static<S>;
    const [first] = validator.Errors(value);
    const field = (first?.instancePath ?? '').split('/').slice(1).join('.');
    throw terminal(
      'bad_row',
      `${where}: ${field === '' ? 'the row' : `the field ${field}`} ${first?.message ?? 'does not fit'}; compare with the format in docs/measuring.md`,
    );
  };
}
