import type { Mistake } from './mistake';

/** Mistakes about the list that a tool reads. */
export const LISTS: readonly Mistake[] = [
  [
    'a list that stands nowhere',
    'tools.yaml',
    'list: { items: orders, pages: pages }',
    'list: { items: goods, pages: pages }',
    'list: {',
    /the result schema has no list at `goods`; name a list of the result/,
  ],
  [
    'a count of pages that is no number',
    'tools.yaml',
    'list: { items: orders, pages: pages }',
    'list: { items: orders, pages: sheets }',
    'list: {',
    /the result schema has no number at `sheets`/,
  ],
  [
    'a list that ends in two ways',
    'tools.yaml',
    'list: { items: orders, pages: pages }',
    'list: { items: orders, pages: pages, total: pages }',
    'list: {',
    /a list ends in one way, and this one names pages and total; keep one of them/,
  ],
  [
    'a list that ends by a link and by a count',
    'tools.yaml',
    'list: { items: orders, pages: pages }',
    'list: { items: orders, pages: pages, link: page_info }',
    'list: {',
    /a list ends in one way, and this one names pages and link; keep one of them/,
  ],
  [
    'a list of a tool that changes something',
    'tools.yaml',
    '    capability: notes.write\n',
    '    capability: notes.write\n    list: { items: notes }\n',
    'list: { items: notes }',
    /only a tool that reads has a list; remove `list`/,
  ],
];
