import { expressionProblems, objectOf, oneOfCodes, shapeOfSchema, unionOf, TEXT } from '.';

const refund = {
  type: 'object',
  required: ['orderNumber', 'amount'],
  properties: {
    orderNumber: { type: 'string' },
    amount: { type: 'number' },
    note: { type: ['string', 'null'] },
    lines: { type: 'array', items: { $ref: '#/$defs/line' } },
    more: { type: 'object', additionalProperties: { type: 'string' } },
  },
  $defs: {
    line: { type: 'object', required: ['price'], properties: { price: { type: 'number' }, kind: { enum: ['a'] } } },
  },
};
const ticket = {
  type: 'object',
  required: ['summary'],
  properties: { summary: { type: 'string' }, amount: { anyOf: [{ type: 'number' }, { type: 'string' }] } },
};

const policy = (...schemas: readonly unknown[]) => ({
  tool: oneOfCodes(['shop.refund.create', 'shop.ticket.create']),
  args: unionOf(schemas.map(shapeOfSchema)),
  riskClass: oneOfCodes(['read', 'record_mutation']),
  principal: objectOf({ customerId: TEXT, tenant: TEXT }),
  tenant: TEXT,
});
const problemsOf = (source: string, ...schemas: readonly unknown[]): readonly string[] =>
  expressionProblems('policy_condition', source, policy(...schemas)).map(([reason, fix]) => `${reason}; ${fix}`);

it.each([
  'args.amount > 1000.0',
  'args.amount > 1000',
  'args.amount == 5',
  'args["amount"] * 2.0 > 10.0',
  '!has(args.note) || args.note.contains("x")',
  'has(args.note) && args.note != null && args.note.startsWith("x")',
  'args.amount > 5.0 || (has(args.note) ? args.note == "x" : false)',
  'args.note == "x" && has(args.note)',
  '!(has(args.note) && args.note == "x")',
  'has(args.lines) && args.lines.exists(line, line.price > 5.0 && has(line.kind) && line.kind == "a")',
  'has(args.lines) && size(args.lines) > 2 && args.lines[0].price > 1.0',
  'has(args.more) && has(args.more.anything) && args.more.anything == "x"',
  'principal.customerId in ["owner", "bookkeeper"] && tool in ["shop.refund.create"]',
  '"note" in args',
  'args.exists(name, name == "note")',
  'int(args.amount) + 1 > 5',
])('%s is taken', (source) => {
  expect(problemsOf(source, refund)).toEqual([]);
});

it.each([
  ['has(args.amuont)', /there is no `args\.amuont`; you may mean `amount`/],
  ['has(args.lines) && args.lines.exists(line, line.pirce > 5.0)', /there is no `line\.pirce`; you may mean `price`/],
  ['has(args.lines) && args.lines[0].pirce > 5.0', /there is no `pirce`; you may mean `price`/],
  ['has(args.lines) && args.lines.exists(line, line.kind == "a")', /`line\.kind` is not always there/],
  ['args.note == "x"', /`args\.note` is not always there/],
  ['!has(args.note) && args.note == "x"', /`args\.note` is not always there/],
  ['has(args.note) || args.note == "x"', /`args\.note` is not always there/],
  ['args.amount.value > 1', /`args\.amount\.value`: args\.amount has no fields/],
  ['args.amount.startsWith("1")', /args\.amount cannot be asked for startsWith\(\)/],
  ['"amuont" in args', /the value is never "amuont"|args is never "amuont"/],
  ['args.exists(name, name == "amuont")', /name is never "amuont"; you may mean `amount`/],
  ['args.orderNumber == 5', /`==` compares a text \(args\.orderNumber\) with a whole number of CEL \(5\)/],
  ['riskClass in ["raed"]', /riskClass is never "raed"/],
  ['args.orderNumber + 1 == args.orderNumber', /`\+` is given a text \(args\.orderNumber\)/],
])('%s is refused', (source, message) => {
  expect(problemsOf(source, refund)).toEqual([expect.stringMatching(message)]);
});

it('a field that only some of the covered tools take has to be asked for, and one that none takes is an error', () => {
  expect(problemsOf('args.orderNumber == "1"', refund, ticket)).toEqual([expect.stringMatching(/not always there/)]);
  expect(problemsOf('has(args.orderNumber) && args.orderNumber == "1"', refund, ticket)).toEqual([]);
  expect(problemsOf('has(args.orderNumer)', refund, ticket)).toEqual([expect.stringMatching(/may mean `orderNumber`/)]);
  expect(problemsOf('has(args.amount) && args.amount == "1"', refund, ticket)).toEqual([]);
});

it('nothing is known of what no schema describes, and a schema that leads to itself ends', () => {
  expect(problemsOf('args.anything.at.all == 1', {})).toEqual([]);
  const endless = { type: 'object', required: ['next'], properties: { next: { $ref: '#' } } };
  expect(problemsOf('args.next.next.next.next == args', endless)).toEqual([]);
  expect(problemsOf('has(args.next.next.nxet)', endless)).toEqual([expect.stringMatching(/may mean `next`/)]);
});
