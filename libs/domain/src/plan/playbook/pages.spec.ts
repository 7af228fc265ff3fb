import type { ListDeclaration, Plan, Values } from '@arbiter/contracts';
import { activeReminders, playbookBundle, reminder, reminders } from '../../fixtures/playbook-bundle';
import { compilePlaybook } from './compile-playbook';
import { emptyPage, furtherPages, isThere, isWhole, isWholeList } from './pages';

const records = (count: number): readonly Values[] => Array.from({ length: count }, (_, index) => ({ number: index }));

/** Which of four pages are read, and whether they are all, when the vendor has these. */
function read(list: Partial<ListDeclaration>, vendor: readonly Values[]) {
  const steps = ['one', 'two', 'three', 'four'];
  const declared = { items: 'records', ...list };
  const results: Record<string, unknown> = {};
  for (const [index, id] of steps.entries()) {
    const page = { number: index + 1, before: steps.slice(0, index), list: declared };
    if (index === 0 || isThere(page, results)) results[id] = vendor[index] ?? emptyPage(declared);
  }
  return [Object.keys(results).length, isWhole({ steps, list: declared }, results)];
}

const page = (count: number, marks: Values = {}): Values => ({ records: records(count), ...marks });

describe('a list ends', () => {
  it.each<readonly [string, Partial<ListDeclaration>, readonly Values[], readonly [number, boolean]]>([
    ['after the pages that are counted', { pages: 'pages' }, [page(2, { pages: 2 }), page(1, { pages: 2 })], [2, true]],
    ['not at the limit of the pages', { pages: 'pages' }, Array(4).fill(page(2, { pages: 12 })), [4, false]],
    [
      'not where one more page was counted meanwhile',
      { pages: 'pages' },
      [page(2, { pages: 4 }), page(2, { pages: 4 }), page(2, { pages: 4 }), page(2, { pages: 5 })],
      [4, false],
    ],
    ['with its first page where it is counted as none', { pages: 'pages' }, [page(0, { pages: 0 })], [1, true]],
    [
      'after as many records as are counted',
      { total: 'meta.total' },
      [page(2, { meta: { total: 3 } }), page(1, { meta: { total: 3 } })],
      [2, true],
    ],
    ['not before as many records', { total: 'meta.total' }, Array(4).fill(page(2, { meta: { total: 9 } })), [4, false]],
    [
      'where there is no link onward',
      { next: 'next' },
      [page(2, { next: '/records?page=2' }), page(0, { next: '/records?page=3' }), page(2, { next: null })],
      [3, true],
    ],
    [
      'where it says that there is no more',
      { next: 'more' },
      [page(2, { more: true }), page(2, { more: false })],
      [2, true],
    ],
    ['where no cursor is given', { cursor: 'after' }, [page(2, { after: 'c1' }), page(2)], [2, true]],
    ['not where a cursor is left', { cursor: 'after' }, Array(4).fill(page(2, { after: 'c' })), [4, false]],
    ['where no link is given', { link: 'page_info' }, [page(2, { $next: 'c1' }), page(0, { $next: null })], [2, true]],
    ['not where a link is left', { link: 'page_info' }, Array(4).fill(page(2, { $next: 'c' })), [4, false]],
    ['at an empty page where nothing is declared', {}, [page(2), page(1), page(0)], [3, true]],
    ['not at the limit where nothing is declared', {}, [page(2), page(1), page(1), page(1)], [4, false]],
    ['at an empty page where a count cannot be read', { pages: 'pages' }, [page(2, { pages: 'many' })], [2, true]],
    ['not where a page holds no list', {}, [{}, {}, {}, {}], [4, false]],
  ])('%s', (_, list, vendor, expected) => {
    expect(read(list, vendor)).toEqual(expected);
  });
});

it('one call holds all of a list only where its vendor does not say that there is more', () => {
  expect(isWholeList({ items: 'records', pages: 'pages' }, page(2, { pages: 1 }))).toBe(true);
  expect(isWholeList({ items: 'records', pages: 'pages' }, page(2, { pages: 2 }))).toBe(false);
  expect(isWholeList({ items: 'records' }, page(2))).toBe(true);
});

const compiled = (list?: ListDeclaration): Plan => {
  const tools = playbookBundle.tools.map((tool) =>
    tool.tool === 'ledger.invoice.list' && list ? { ...tool, list } : tool,
  );
  const definition = { ...reminders, reads: [{ ...reminders.reads[0]!, pages: { argument: 'page', most: 3 } }] };
  return compilePlaybook(reminder, { ...activeReminders, definition }, { ...playbookBundle, tools }) as Plan;
};
const pagesOf = (plan: Plan) =>
  plan.steps.filter(({ id }) => id.startsWith('invoices_')).map(({ id, dependsOn, args }) => [id, dependsOn, args]);

describe('a read of several pages', () => {
  it('waits for the first page where the vendor counts them, and reads the others side by side', () => {
    expect(pagesOf(compiled({ items: 'invoices', pages: 'pages' }))).toEqual([
      ['invoices_1', [], { page: 1 }],
      ['invoices_2', ['invoices_1'], { page: 2 }],
      ['invoices_3', ['invoices_1'], { page: 3 }],
    ]);
  });

  it('takes the cursor of the page before, and none for the first', () => {
    expect(pagesOf(compiled({ items: 'invoices', cursor: 'meta.after' }))).toEqual([
      ['invoices_1', [], {}],
      ['invoices_2', ['invoices_1'], { page: { from: 'steps.invoices_1.result.meta.after' } }],
      ['invoices_3', ['invoices_2'], { page: { from: 'steps.invoices_2.result.meta.after' } }],
    ]);
  });

  it('takes what the link of the page before asks with, and none for the first', () => {
    expect(pagesOf(compiled({ items: 'invoices', link: 'page_info' }))).toEqual([
      ['invoices_1', [], {}],
      ['invoices_2', ['invoices_1'], { page: { from: 'steps.invoices_1.result.$next' } }],
      ['invoices_3', ['invoices_2'], { page: { from: 'steps.invoices_2.result.$next' } }],
    ]);
  });

  it('goes page by page where nothing is declared', () => {
    const plan = compiled();
    expect(pagesOf(plan).map(([, dependsOn]) => dependsOn)).toEqual([[], ['invoices_1'], ['invoices_2']]);
    expect([...furtherPages(plan).keys()]).toEqual([
      'invoices_2',
      'invoices_3',
      'check_invoices_2',
      'check_invoices_3',
    ]);
  });
});
