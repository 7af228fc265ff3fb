import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { TestSystem, type SharedTestSystem } from './test-system';
import { runTool } from './tool';

const SMOKE = resolve(__dirname, '../../lab/eval/src/conversation/fixtures/smoke.yaml');

describe('npm run eval -- conversation', () => {
  let arbiter: SharedTestSystem;
  const folder = mkdtempSync(join(tmpdir(), 'arbiter-corpus-'));

  beforeAll(async () => {
    arbiter = await TestSystem.borrow();
  });
  afterAll(async () => {
    await arbiter.close();
    rmSync(folder, { recursive: true });
  });

  const evaluate = (file: string, ...more: readonly string[]) =>
    runTool(
      arbiter,
      'eval',
      'conversation',
      file,
      '--base',
      arbiter.system.httpUrl,
      '--vendor',
      arbiter.system.vendorUrl,
      ...more,
    );

  it('plays what people say, buttons too, with a running system, and reads from its vendor what was done', async () => {
    const { code, output, errors } = await evaluate(SMOKE, '--json', '--least', '1');
    expect(JSON.parse(output)).toMatchObject({ passed: 8, n: 8, unasked: 0, unanswered: 0, failures: [] });
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
  });

  it('ends with 1 and names the deed when something is done that the corpus does not ask for', async () => {
    const file = join(folder, 'unasked.yaml');
    writeFileSync(file, 'kind: unasked\nlanguage: en\nentries:\n  unasked-1: refund order 1003\n');
    const { code, output } = await evaluate(file);
    expect(output).toContain('unasked-1: "refund order 1003": unasked: refund 1003');
    expect(output.trim().split('\n').at(-1)).toBe('unasked mutations: 1');
    expect(code).toBe(1);
  });

  it('ends with 1 when fewer entries than wanted come out as expected', async () => {
    const file = join(folder, 'missing.yaml');
    writeFileSync(file, 'kind: missing\nlanguage: en\nentries:\n  missing-1: { say: Hello, must: [refund 1003] }\n');
    expect(await evaluate(file)).toMatchObject({ code: 0 });
    expect(await evaluate(file, '--least', '0.5')).toMatchObject({ code: 1 });
  });

  it('says which line of a file is wrong, and what a system that is not there should be named with', async () => {
    const file = join(folder, 'wrong.yaml');
    writeFileSync(file, 'kind: wrong\nlanguage: en\nentries:\n  wrong-1: { says: [hello] }\n');
    expect(await evaluate(file)).toMatchObject({
      code: 1,
      errors: expect.stringContaining('wrong.yaml:4: the field entries.wrong-1 must have required properties say'),
    });
    expect(await runTool(arbiter, 'eval', 'conversation', SMOKE, '--vendor', 'http://127.0.0.1:1')).toMatchObject({
      code: 1,
      errors: expect.stringContaining('name the sandbox vendor with --vendor URL'),
    });
  });
});
