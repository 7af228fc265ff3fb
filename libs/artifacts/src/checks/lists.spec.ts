import { CopiedTenants } from '../testing/copied-tenants';

let copy: CopiedTenants;
beforeEach(() => void (copy = new CopiedTenants()));
afterEach(() => copy.remove());

const problems = () => copy.problemsOf().map(({ reason, fix }) => `${reason}; ${fix}`);

it('a list that ends by the header Link is asked for a page with a text, which is what the link has, and for the first without', () => {
  copy.edit('tools.yaml', 'list: { items: orders, pages: pages }', 'list: { items: orders, link: p }');
  const [noText, required] = [
    '`page` of "office.orders.list" is no text, and `p` of the header `Link` is one; declare the argument with `type: string`',
    '"office.orders.list" asks for `page` with every page, and the first has none; take it out of `required`',
  ];
  expect(problems()).toEqual([noText, required]);
  copy.edit('tools.yaml', 'page: { type: integer, minimum: 1, maximum: 9999 }', 'page: { type: string }');
  expect(problems()).toEqual([required]);
  copy.edit('tools.yaml', 'required: [status, page]', 'required: [status]');
  expect(problems()).toEqual([]);
});
