import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readCorpus } from './corpus';

const folder = mkdtempSync(join(tmpdir(), 'arbiter-corpus-'));
afterAll(() => rmSync(folder, { recursive: true }));

const file = (...lines: readonly string[]): string => {
  const path = join(folder, 'some.yaml');
  writeFileSync(path, lines.join('\n'));
  return path;
};
const HEAD = ['kind: smoke', 'language: en', 'expect: { acts: [asks] }', 'entries:'];

test('an entry is a text, a message or a list of messages, and takes over what it does not say itself', () => {
  const entries = readCorpus(
    file(
      ...HEAD,
      '  a-1: Hello',
      '  a-2: { say: Hi, acts: [does], must: [refund 1003] }',
      '  a-3: [{ say: One }, { say: Two, presses: false }]',
    ),
  );
  expect(
    entries.map(({ id, messages }) => [id, messages.map(({ say, acts, must, presses }) => [say, acts, must, presses])]),
  ).toEqual([
    ['a-1', [['Hello', ['asks'], [], null]]],
    ['a-2', [['Hi', ['does'], ['refund 1003'], null]]],
    [
      'a-3',
      [
        ['One', ['asks'], [], null],
        ['Two', ['asks'], [], false],
      ],
    ],
  ]);
  expect(entries[0]).toMatchObject({ kind: 'smoke', language: 'en', customer: 'C-0001' });
});

test('a folder holds the entries of its files', () => {
  file(...HEAD, '  a-1: Hello');
  expect(readCorpus(folder)).toHaveLength(1);
});

test.each([
  [
    'a message without a text',
    [...HEAD, '  a-1: Hello', '  a-2: { must: [refund 1003] }'],
    ':6: the field entries.a-2 must have required properties say',
  ],
  [
    'a wrong act',
    [...HEAD, '  a-1:', '    - { say: Hello }', '    - { say: Hello, acts: [sings] }'],
    ':7: the field entries.a-1.1.acts.0 must be equal to one of the allowed values',
  ],
  [
    'an unknown field',
    [...HEAD, '  a-1: { say: Hello, expects: [] }'],
    ':5: the field entries.a-1.expects is not known',
  ],
  [
    'a deed that is none',
    [...HEAD, '  a-1: { say: Hello, may: [Refund] }'],
    ':5: the field entries.a-1.may.0 must match pattern',
  ],
  [
    'a bad expression',
    [...HEAD, '  a-1: { say: Hello, says: ["("] }'],
    ':5: the field entries.a-1.says must hold regular expressions',
  ],
  ['no message', [...HEAD, '  a-1: []'], ':5: the field entries.a-1 must hold a message'],
  ['no kind', ['language: en', 'entries: { a: Hello }'], ':1: the file must have required properties kind'],
  ['an id that stands twice', [...HEAD, '  a-1: Hello', '  a-1: Hi'], ':6: this is no YAML (Map keys must be unique)'],
  ['a colon that YAML reads', [...HEAD, '  a-1: order 1003: refund'], ':5: this is no YAML'],
])('%s is an error that names line, field and fix', (_, lines, message) => {
  expect(() => readCorpus(file(...lines))).toThrow(`some.yaml${message}`);
});

test('a file that is not there is named', () => {
  expect(() => readCorpus(join(folder, 'nowhere.yaml'))).toThrow('nowhere.yaml: it cannot be read');
});
