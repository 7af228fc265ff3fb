import type { ListDeclaration, ToolDefinition } from '@arbiter/contracts';
import { actionBundle } from '../../fixtures/action-bundle';
import { shopTools } from '../../fixtures/shop-tools';
import { answered } from '../../fixtures/tool-outcomes';
import { isWholeList } from '../../plan';
import { compiledTool, type CompiledTool } from './compiled-tool';
import { effectOutcome } from './effect-outcome';
import { probeFinding } from './probe-finding';

const LIST: ListDeclaration = { items: 'orders', link: 'page_info' };
const ORDERS = { orders: [{ id: 1 }] };
const origin = 'https://vendor.example';

function toolWith(changes: Partial<ToolDefinition>): CompiledTool {
  const tool = { ...shopTools[0]!, ...changes };
  return compiledTool(actionBundle({ tools: [tool] }), tool.tool) as CompiledTool;
}
const read = toolWith({ riskClass: 'read', result: { type: 'object', required: ['orders'] }, list: LIST });
const page = (link?: string, body: unknown = ORDERS) =>
  effectOutcome(read, answered(200, body, { origin, headers: link === undefined ? {} : { link } }));

describe('a page that the header Link tells of', () => {
  it.each([
    ['with its whole address', '<https://vendor.example/v2/orders?limit=1&page_info=c2>; rel="next"'],
    ['without its host', '</orders?page_info=c2>; rel=next'],
    ['beside others', '</orders?page_info=c0>; rel=prev, </orders?page_info=c2>; rel="NEXT last"'],
    ['after one about another page', '</x?page_info=c9>; rel=next; anchor="/x", </orders?page_info=c2>; rel=next'],
  ])('gives the argument of the next one: a link %s', (_, link) => {
    expect(page(link)).toEqual({ kind: 'succeeded', result: { ...ORDERS, $next: 'c2' } });
  });

  it.each([
    ['without the header', undefined],
    ['with links to others', '</orders?page_info=c0>; rel="prev first"'],
  ])('is the last %s, whatever the body says', (_, link) => {
    const outcome = page(link, { ...ORDERS, $next: 'c7' });
    expect(outcome).toEqual({ kind: 'succeeded', result: { ...ORDERS, $next: null } });
  });

  it.each([
    ['leads to another host', '<https://evil.example/orders?page_info=c2>; rel=next', /another origin/],
    ['leads to another host without a scheme', '<//evil.example/orders?page_info=c2>; rel=next', /another origin/],
    ['leads to another port', '<https://vendor.example:8443/orders?page_info=c2>; rel=next', /another origin/],
    ['leaves the encryption', '<http://vendor.example/orders?page_info=c2>; rel=next', /another origin/],
    ['has another scheme', '<data:text/plain,page_info=c2>; rel=next', /another origin/],
    ['is no address', '<https://[>; rel=next', /no address/],
    ['asks for nothing', '</orders?page=2>; rel=next', /has no parameter `page_info`/],
    ['cannot be read', '</orders?page_info=c2; rel=next', /cannot be read/],
  ])('is no result where the link %s: what may have a next page is not the last', (_, link, reason) => {
    expect(page(link)).toEqual({ kind: 'permanent', code: 'result_invalid', reason: expect.stringMatching(reason) });
  });

  it('is marked in a probe as well: what is not on one page may be on the next', () => {
    const probe = { request: { method: 'GET', path: '/refunds' }, found: 'false', list: LIST } as const;
    const tool = toolWith({ probe });
    const found = (link: string) =>
      probeFinding(tool, answered(200, ORDERS, { origin, headers: { link } }), {}, 'k').kind;
    expect(found('</refunds?page_info=c1>; rel=prev')).toBe('absent');
    expect(found('</refunds?page_info=c2>; rel=next')).toBe('unavailable');
    expect(found('<https://evil.example/refunds?page_info=c2>; rel=next')).toBe('unavailable');
  });

  it('is not all of its list', () => {
    expect(isWholeList(LIST, { ...ORDERS, $next: 'c2' })).toBe(false);
    expect(isWholeList(LIST, { ...ORDERS, $next: null })).toBe(true);
  });
});
