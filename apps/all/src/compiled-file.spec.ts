import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CompiledFile } from './compiled-file';

describe('a file that is kept as it was compiled', () => {
  const folder = mkdtempSync(join(tmpdir(), 'arbiter-compiled-'));
  const file = join(folder, 'code.js');
  afterAll(() => rmSync(folder, { recursive: true }));

  const kept = () => readdirSync(folder).filter((name) => name.endsWith('.compiled'));
  function ran(code: CompiledFile): unknown {
    const module = { exports: {} };
    code.run(module);
    return module.exports;
  }

  it('runs as a module would, and is taken as it was compiled the next time', () => {
    writeFileSync(file, "exports.said = () => require('node:path').basename(require.resolve('./code.js'));");
    const first = new CompiledFile(file);
    expect((ran(first) as { said: () => string }).said()).toBe('code.js');
    expect(first.wasKept).toBe(false);
    first.keep();
    expect(new CompiledFile(file).wasKept).toBe(true);
  });

  it('is compiled anew when it is another, however long, and takes the place of what was kept', () => {
    writeFileSync(file, 'exports.one = () => 1;');
    const first = new CompiledFile(file);
    expect((ran(first) as { one: () => number }).one()).toBe(1);
    first.keep();
    writeFileSync(file, 'exports.one = () => 2;');
    const changed = new CompiledFile(file);
    expect((ran(changed) as { one: () => number }).one()).toBe(2);
    changed.keep();
    expect(kept()).toHaveLength(1);
  });

  it('runs when what was kept is of no use', () => {
    const text = 'exports.one = () => 3;';
    writeFileSync(file, text);
    const name = createHash('sha256').update(text).digest('hex').slice(0, 16);
    writeFileSync(`${file}.${name}.compiled`, 'not compiled');
    const code = new CompiledFile(file);
    expect((ran(code) as { one: () => number }).one()).toBe(3);
    expect(code.wasKept).toBe(false);
  });
});
