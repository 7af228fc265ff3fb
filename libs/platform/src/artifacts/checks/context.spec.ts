import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ArtifactError, type ArtifactProblem } from '../artifact-error';
import { loadTenant } from '../load-tenant';

const SHOP = join(__dirname, '../../../../../deploy/tenants/shop');
let folder: string;
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'context-')), 'shop');
  cpSync(SHOP, folder, { recursive: true });
});
afterEach(() => rmSync(join(folder, '..'), { recursive: true }));

/** What is wrong once a text of a file is another. */
function problemsWith(file: string, from: string, to: string): readonly ArtifactProblem[] {
  const text = readFileSync(join(folder, file), 'utf8');
  expect(text).toContain(from);
  writeFileSync(join(folder, file), text.replace(from, to));
  try {
    loadTenant(folder);
    return [];
  } catch (error) {
    if (error instanceof ArtifactError) return error.problems;
    throw error;
  }
}

/** The line, from 1, of a text of the file. */
const lineOf = (file: string, text: string): number =>
  readFileSync(join(folder, file), 'utf8').split(text)[0]!.split('\n').length;

describe('what a model may have in front of it', () => {
  it.each([
    ['context.yaml', 'shop.order.get:', 'shop.order.got:', 'shop.order.got', /no tool "shop.order.got"; use one of/],
    ['context.yaml', 'eta]', 'eta, items.weight]', 'shop.order.get', /no "weight"; use one of names, quantity/],
    ['context.yaml', '  email: token', '  faces: token', '  faces', /faces/],
    ['context.yaml', '  email: token', '  email: blur', '  email: blur', /email/],
    ['tools.yaml', 'x-personal: address', 'x-personal: house', '- tool: shop.address.change', /x-personal/],
  ])('that is declared wrongly in %s (%s) is told with its line (CX-02)', (file, from, to, at, message) => {
    const told = problemsWith(file, from, to).map(({ line, reason, fix }) => ({ line, said: `${reason}; ${fix}` }));
    expect(told).toContainEqual({ line: expect.any(Number), said: expect.stringMatching(message) });
    const { line } = told.find(({ said }) => message.test(said))!;
    expect(line - lineOf(file, at)).toBeGreaterThanOrEqual(0);
    expect(line - lineOf(file, at)).toBeLessThan(20);
  });

  it('needs no declaration', () => {
    rmSync(join(folder, 'context.yaml'));
    expect(loadTenant(folder)).not.toHaveProperty('context');
  });
});
