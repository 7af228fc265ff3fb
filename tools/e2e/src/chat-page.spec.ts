import { readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

const FOLDER = resolve(__dirname, '../../../apps/chat-page/src');
const FILES = readdirSync(FOLDER, { recursive: true })
  .map(String)
  .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.spec.ts'));
const SOURCES = FILES.map((name) => ({ name, text: readFileSync(join(FOLDER, name), 'utf8') }));
const having = (pattern: RegExp) => SOURCES.filter(({ text }) => pattern.test(text)).map(({ name }) => name);

describe('CH-06, PR-04: the page', () => {
  it('speaks to the backend in one file, and there only to /api and to the probe', () => {
    expect(
      having(/\bfetch\(|XMLHttpRequest|WebSocket|EventSource\(|sendBeacon|import\(|https?:\/\/(?!www\.w3\.org)/),
    ).toEqual(['http/api.ts']);
    const { text } = SOURCES.find(({ name }) => name === 'http/api.ts')!;
    const paths = [...text.matchAll(/[`'"](\/[^`'"$]*)/g)].map(([, path]) => path!);
    expect(paths.length).toBeGreaterThan(0);
    expect(paths.filter((path) => !path.startsWith('/api/'))).toEqual(['/readyz']);
  });

  it('generates nothing and decides nothing: it has no generation loop, no model and no rule', () => {
    expect(having(/generateOutput|generateText|streamText|completions|@arbiter\/(?!contracts)/)).toEqual([]);
  });

  it('takes from the contracts nothing but types, and how a run and an instance are read', () => {
    const imports = SOURCES.flatMap(({ text }) => text.match(/^import .*@arbiter\/.*$/gm) ?? []);
    expect(imports.length).toBeGreaterThan(0);
    expect(
      imports.filter(
        (line) => !line.startsWith('import type ') && !/'@arbiter\/contracts\/(run-view|instance-progress)'/.test(line),
      ),
    ).toEqual([]);
  });
});
