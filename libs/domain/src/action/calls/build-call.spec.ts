import fc from 'fast-check';
import type { HttpRequestTemplate, ToolCall } from '@arbiter/contracts';
import { actionBundle } from '../../fixtures/action-bundle';
import { shopTools } from '../../fixtures/shop-tools';
import { buildCall } from './build-call';
import { compiledTool, type CompiledTool } from './compiled-tool';
import { UnfillableTemplate } from './fill-template';

const BASE: HttpRequestTemplate = {
  method: 'POST',
  path: '/orders/{args.id}/notes',
  query: { q: '{args.q}' },
  headers: { 'X-Note': '{args.note}' },
  body: { id: '{args.id}' },
};
const toolWith = (request: HttpRequestTemplate): CompiledTool =>
  compiledTool(actionBundle({ tools: [{ ...shopTools[2]!, request }] }), shopTools[2]!.tool) as CompiledTool;
const build = (args: Record<string, unknown>, request: Partial<HttpRequestTemplate> = {}, etag?: string) =>
  buildCall(toolWith({ ...BASE, ...request }), {
    args,
    principal: { tenant: 'shop', customerId: 'C-1001' },
    key: 'k1',
    ...(etag === undefined ? {} : { etag }),
  }) as Extract<ToolCall, { kind: 'http' }>;

describe('building a request', () => {
  it('fills path, query, headers and body', () => {
    const body = {
      customer: '{principal.customerId}',
      tenant: '{principal.tenant}',
      key: 'of {key}',
      amount: '{args.amount}',
      list: ['{args.id}', 7],
      deep: { flag: '{args.flag}' },
    };
    expect(build({ id: '17', q: 'a b&c', note: 'hi', amount: 9.5, flag: true }, { body })).toEqual({
      kind: 'http',
      extension: 'shop',
      baseUrlVariable: 'ARBITER_SHOP_URL',
      keyVariable: null,
      domain: null,
      method: 'POST',
      path: '/orders/17/notes?q=a%20b%26c',
      headers: { 'x-note': 'hi' },
      body: { customer: 'C-1001', tenant: 'shop', key: 'of k1', amount: 9.5, list: ['17', 7], deep: { flag: true } },
    });
  });

  it('leaves out what has no value: query, header, body', () => {
    expect(build({ id: '17' }, { body: { id: '{args.id}', note: '{args.note}' } })).toMatchObject({
      path: '/orders/17/notes',
      headers: {},
      body: { id: '17' },
    });
  });

  it('an inherited property is no value', () => {
    expect(
      build({ id: '17' }, { body: { a: '{args.constructor}', b: '{args.id.length}', c: '{args.__proto__}' } }).body,
    ).toEqual({});
  });

  it('the ETag stands where the template wants it, once there is one', () => {
    const headers = { 'If-Match': '{etag}' };
    expect(build({ id: '17' }, { headers }).headers).toEqual({});
    expect(build({ id: '17' }, { headers }, '"7"').headers).toEqual({ 'if-match': '"7"' });
  });

  it.each([
    ['a path value that is missing', {}, {}, /path needs args\.id/],
    ['an empty path segment', { id: '' }, {}, /would be empty or a relative step/],
    ['a step up', { id: '..' }, {}, /would be empty or a relative step/],
    ['a step up behind an encoded slash', { id: 'a/../../admin' }, {}, /would be empty or a relative step/],
    ['a step up behind a backslash', { id: '..\\admin' }, {}, /would be empty or a relative step/],
    ['a list in a path', { id: ['1'] }, {}, /path needs args\.id as a text/],
    ['a text that is not Unicode', { id: '\ud800' }, {}, /path: args\.id is not well-formed/],
    ['a line break in a header', { id: '1', note: 'a\r\nX-Admin: 1' }, {}, /headers\.X-Note must be printable ASCII/],
    [
      'a value without a name',
      { id: '1' },
      { body: { x: '{environment.HOME}' } },
      /body\.x speaks of \{environment\.HOME\}/,
    ],
    ['a property every object has', { id: '1' }, { path: '/x/{args.constructor}' }, /path needs args\.constructor/],
    ['half a value in a text', { id: '1' }, { body: { x: 'of {args.none}' } }, /body\.x needs args\.none/],
  ])('%s is refused', (_, args, request, reason) => {
    expect(() => build(args, request as Partial<HttpRequestTemplate>)).toThrow(reason);
  });

  it('no argument changes the host, the number of path segments, the query or the headers (AG-05)', () => {
    const hostile = fc.constantFrom(
      '..',
      '.',
      '/',
      '//evil.example/',
      'a/../b',
      '?admin=1',
      '#top',
      '\r\nX-Admin: 1',
      '%2e%2e',
      '@evil.example',
      '{key}',
    );
    const text = fc.oneof(
      fc.string(),
      hostile,
      fc.tuple(fc.string(), hostile).map(([before, after]) => before + after),
      fc.string({ unit: 'binary' }),
    );
    let built = 0;
    fc.assert(
      fc.property(text, text, text, (id, q, note) => {
        let call: ReturnType<typeof build>;
        try {
          call = build({ id, q, note });
        } catch (error) {
          expect(error).toBeInstanceOf(UnfillableTemplate);
          return;
        }
        built += 1;
        const url = new URL(`http://vendor.example${call.path}`);
        expect(url.host).toBe('vendor.example');
        expect(`${url.pathname}${url.search}`.split('/')).toHaveLength(4);
        expect(url.pathname).toMatch(/^\/orders\/[^/]+\/notes$/);
        expect([...url.searchParams]).toEqual([['q', q]]);
        expect(Object.keys(call.headers)).toEqual(['x-note']);
        expect(call.headers['x-note']).not.toMatch(/[\r\n]/);
      }),
      { numRuns: 500 },
    );
    expect(built).toBeGreaterThan(50);
  });
});
