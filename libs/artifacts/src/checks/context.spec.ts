import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { loadTenant } from '../load-tenant';
import { CopiedTenants } from '../testing/copied-tenants';

let copy: CopiedTenants;
beforeEach(() => {
  copy = new CopiedTenants();
});
afterEach(() => copy.remove());

describe('the context that a model may have', () => {
  it.each([
    ['context.yaml', 'shop.order.get:', 'shop.order.got:', 'shop.order.got', /no tool "shop.order.got"; use one of/],
    ['context.yaml', 'eta]', 'eta, items.weight]', 'shop.order.get', /no "weight"; use one of names, quantity/],
    ['context.yaml', '  email: token', '  faces: token', '  faces', /faces/],
    ['context.yaml', '  email: token', '  email: blur', '  email: blur', /email/],
    ['tools.yaml', 'x-personal: address', 'x-personal: house', '- tool: shop.address.change', /x-personal/],
  ])('that is declared wrongly in %s (%s) is told with its line (CX-02)', (file, from, to, at, message) => {
    copy.edit(file, from, to);
    const problems = copy.problemsOf().map(({ line, reason, fix }) => ({ line, said: `${reason}; ${fix}` }));
    expect(problems).toContainEqual({ line: expect.any(Number), said: expect.stringMatching(message) });
    const { line } = problems.find(({ said }) => message.test(said))!;
    expect(line - copy.lineOf(file, at)).toBeGreaterThanOrEqual(0);
    expect(line - copy.lineOf(file, at)).toBeLessThan(20);
  });

  it('needs no declaration', () => {
    rmSync(join(copy.folder, 'context.yaml'));
    expect(loadTenant(copy.folder)).not.toHaveProperty('context');
  });
});
