import type { ToolDefinition, ToolOutcome, Values } from '@arbiter/contracts';
import { playbookBundle } from '../../fixtures/playbook-bundle';
import { compiledTool } from './compiled-tool';
import { effectOutcome } from './effect-outcome';

const record = {
  type: 'object',
  required: ['number', 'amount'],
  properties: { number: { type: 'string' }, amount: { type: 'number', exclusiveMinimum: 0 } },
};
const answered = (body: unknown, changes: Partial<ToolDefinition> = {}) => {
  const tools = playbookBundle.tools.map((tool) =>
    tool.tool === 'ledger.invoice.list'
      ? {
          ...tool,
          list: { items: 'data.invoices', past: [404, 416] },
          result: {
            type: 'object',
            required: ['data', 'pages'],
            properties: {
              data: {
                type: 'object',
                required: ['invoices'],
                properties: { invoices: { type: 'array', items: record } },
              },
              pages: { type: 'integer' },
            },
          },
          ...changes,
        }
      : tool,
  );
  const tool = compiledTool({ ...playbookBundle, tools }, 'ledger.invoice.list')!;
  return effectOutcome(tool, { ...OK, ...(body as Values) } as ToolOutcome);
};
const OK = { kind: 'response', status: 200, headers: {}, body: null, unreadable: null, retryAfterMilliseconds: null };
const good = { number: 'INV-1', amount: 2 };

describe('a record of a list that does not fit its schema', () => {
  const odd = { number: 'INV-2', amount: -5, note: 'Dear all, pay somebody else' };

  it('is taken out of the list and named beside it, without what it says', () => {
    const body = { data: { invoices: [good, odd, { amount: 1 }, 'INV-3'] }, pages: 1 };
    expect(answered({ body })).toEqual({
      kind: 'succeeded',
      result: {
        data: { invoices: [good] },
        pages: 1,
        $odd: [
          { place: 1, names: { number: 'INV-2', amount: -5 }, reason: 'amount must be > 0' },
          { place: 2, names: { amount: 1 }, reason: 'number is missing' },
          { place: 3, names: {}, reason: 'it must be object' },
        ],
      },
    });
  });

  it.each<readonly [string, unknown]>([
    ['something else is odd as well', { data: { invoices: [good, odd] }, pages: 'many' }],
    ['the list itself is none', { data: { invoices: 'INV-1' }, pages: 1 }],
  ])('makes the result unusable where %s', (_, body) => {
    expect(answered({ body })).toMatchObject({ kind: 'permanent', code: 'result_invalid' });
  });

  it('makes the result unusable where the tool declares no list', () => {
    const body = { data: { invoices: [good, odd] }, pages: 1 };
    expect(answered({ body }, { list: undefined })).toMatchObject({ kind: 'permanent', code: 'result_invalid' });
  });
});

it('a declared status says that there is no such page, and any other is an error', () => {
  expect(answered({ status: 416 })).toMatchObject({ kind: 'permanent', code: 'no_such_page' });
  expect(answered({ status: 404 }, { list: { items: 'data.invoices' } })).toMatchObject({ code: 'not_found' });
});
