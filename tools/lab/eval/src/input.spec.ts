import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Type } from 'typebox';
import { documentOf, rowsOf } from './input';

const folder = mkdtempSync(join(tmpdir(), 'arbiter-eval-'));
afterAll(() => rmSync(folder, { recursive: true }));

const Row = Type.Object({ text: Type.String(), place: Type.Object({ line: Type.Number() }) });
const row = (line: number) => ({ text: `ä ${line}`, place: { line } });
const file = (name: string, content: string | Buffer): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};

test('rows are read a line at a time, plain or gzip, whatever the file is called', async () => {
  const lines = Array.from({ length: 5_000 }, (_, line) => JSON.stringify(row(line))).join('\n\n');
  expect(await rowsOf(file('plain.jsonl', lines), Row)).toHaveLength(5_000);
  expect((await rowsOf(file('packed', gzipSync(lines)), Row))[4_999]).toEqual(row(4_999));
  expect(await documentOf(file('one.json', JSON.stringify(row(1))), Row)).toEqual(row(1));
});

test.each([
  ['no JSON', `${JSON.stringify(row(1))}\n{"text":`, ':2 is no JSON'],
  [
    'a wrong field',
    `${JSON.stringify(row(1))}\n{"text":"x","place":{"line":"two"}}`,
    ':2: the field place.line must be number',
  ],
  ['a missing field', '{"text":"x"}', ':1: the row must have required properties place'],
  ['nothing', '\n', 'holds no row'],
])('%s is an error that names the line and the field', async (name, content, message) => {
  await expect(rowsOf(file(name, content), Row)).rejects.toThrow(message);
});

test('a file that is not there is named', async () => {
  await expect(rowsOf(join(folder, 'nowhere'), Row)).rejects.toThrow('nowhere cannot be read');
});
