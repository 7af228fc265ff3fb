import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Category } from '@arbiter/contracts';
import { domainRules } from './rules-hash';

describe('the name of the rules in force', () => {
  const folders: string[] = [];
  afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

  const FILES = { 'index.js': '', '1-turn/rules.js': 'a', '2-intent/rules.js': 'b', '3-plan/rules.js': 'c', '5-action/rules.js': 'd', '6-reply/rules.js': 'e', '1-turn/rules.spec.js': 't', '1-turn/rules.d.ts': 'x', 'language/letters.mjs': 'm', 'language/letters.d.mts': 'x' };

  /** The hash of a domain of these files. */
  function hashOf(category: Category, changes: Record<string, string> = {}): string {
    const folder = mkdtempSync(join(tmpdir(), 'arbiter-rules-'));
    folders.push(folder);
    for (const [file, text] of Object.entries({ ...FILES, ...changes })) {
      mkdirSync(join(folder, file, '..'), { recursive: true });
      writeFileSync(join(folder, file), text);
    }
    return domainRules(category, join(folder, 'index.js'));
  }

  it('is the same for the same files, wherever they lie', () => {
    expect(hashOf('session')).toBe(hashOf('session'));
  });

  it.each<[Category, string, boolean]>([
    ['session', '2-intent/rules.js', true], ['session', '3-plan/rules.js', false], ['plan', '1-turn/rules.js', true], ['plan', '5-action/rules.js', false],
    ['action', '5-action/rules.js', true], ['action', '6-reply/rules.js', false], ['run', '6-reply/rules.js', true], ['run', 'index.js', true],
    ['run', '1-turn/rules.spec.js', false], ['run', '1-turn/rules.d.ts', false],
    ['session', 'language/letters.mjs', true], ['session', 'language/letters.d.mts', false],
  ])('of %s, when %s changes, is another one: %s', (category, file, isAnother) => {
    expect(hashOf(category, { [file]: 'changed' }) !== hashOf(category)).toBe(isAnother);
  });
});
