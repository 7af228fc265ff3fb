import { ArbiterError } from '../errors';
import { compileExpression } from './expressions';

const refusal = (action: () => unknown): ArbiterError => {
  try {
    action();
  } catch (error) {
    return error as ArbiterError;
  }
  throw new Error('it was accepted');
};

describe('expressions', () => {
  it('a policy condition compares an argument with a limit', () => {
    const condition = compileExpression(
      'policy_condition',
      'args.amount > 0 && args.amount <= 500.0 && riskClass == "record_mutation"',
    );
    expect(condition({ args: { amount: 49.9 }, riskClass: 'record_mutation' })).toBe(true);
    expect(condition({ args: { amount: 501 }, riskClass: 'record_mutation' })).toBe(false);
  });

  it('an integer amount comes out as a JSON number', () => {
    expect(compileExpression('risk_amount', 'size(args.items) * 2')({ args: { items: [1, 2] } })).toBe(4);
  });

  it('a probe sees status, headers and body, and the key it looks for', () => {
    const found = compileExpression(
      'probe_found',
      'response.body.refund != null && response.body.refund.reference == key',
    );
    expect(found({ response: { status: 200, headers: {}, body: { refund: null } }, args: {}, key: 'k1' })).toBe(false);
    expect(
      found({ response: { status: 200, headers: {}, body: { refund: { reference: 'k1' } } }, args: {}, key: 'k1' }),
    ).toBe(true);
    expect(
      compileExpression(
        'probe_etag',
        'response.headers.etag',
      )({ response: { headers: { etag: '"7"' } }, args: {}, key: '' }),
    ).toBe('"7"');
    const result = compileExpression('probe_result', 'response.body.tickets[0]');
    expect(result({ response: { body: { tickets: [{ ticketId: 'T-1' }] } }, args: {}, key: '' })).toEqual({
      ticketId: 'T-1',
    });
  });

  it.each([
    ['half an expression', 'policy_condition', 'args.amount >', /cannot be read as CEL/],
    [
      'an undeclared variable',
      'policy_condition',
      'amount > 1',
      /Unknown variable: amount; it may name tool, args, origin, origins, riskClass, principal, tenant/,
    ],
    ['a variable of another kind', 'step_expectation', 'principal.customerId == "C-1"', /Unknown variable: principal/],
    ['a comparison of two types', 'policy_condition', 'tool == 1', /no such overload/],
    ['a condition that is no condition', 'policy_condition', 'args.amount', /write it so that it gives true or false/],
    ['an amount that is a text', 'risk_amount', '"much"', /gives string; write it so that it gives a number/],
    ['a regular expression', 'policy_condition', 'args.name.matches("(a+)+$")', /matches\(\), which is not allowed/],
    [
      'a regular expression inside a macro',
      'policy_condition',
      'args.names.exists(n, n.matches("(a+)+$"))',
      /matches\(\), which is not allowed/,
    ],
    ['a source without end', 'policy_condition', `${'args.a == 1 || '.repeat(200)}true`, /longer than 2000 characters/],
    ['a source without bottom', 'policy_condition', `${'!('.repeat(60)}true${')'.repeat(60)}`, /cannot be read as CEL/],
  ] as const)('%s is refused', (_, kind, source, reason) => {
    const error = refusal(() => compileExpression(kind, source));
    expect(error).toBeInstanceOf(ArbiterError);
    expect(error).toMatchObject({
      kind: 'terminal',
      code: 'expression_invalid',
      message: expect.stringMatching(reason),
    });
  });

  it.each([
    ['a missing argument', 'risk_amount', 'args.amount', {}],
    ['an argument of another type', 'policy_condition', 'args.amount < 5', { amount: 'five' }],
    ['an amount that is no number', 'risk_amount', 'args.amount', { amount: 'five' }],
    ['a name every object has', 'risk_amount', 'args.constructor', {}],
  ] as const)('%s throws instead of giving an answer', (_, kind, source, args) => {
    expect(refusal(() => compileExpression(kind, source)({ args }))).toMatchObject({
      kind: 'terminal',
      code: 'expression_failed',
    });
  });

  it('an integer beyond those of a double is its digits', () => {
    const context = { response: { body: {} }, args: {}, key: '' };
    const result = (source: string) => compileExpression('probe_result', source)(context);
    expect(result('dyn(2512292042121000001)')).toBe('2512292042121000001');
    expect(result('dyn(1003)')).toBe(1003);
    expect(refusal(() => compileExpression('risk_amount', '2512292042121000001')({ args: {} })).code).toBe(
      'expression_failed',
    );
  });

  it('the same source is compiled once, and the cache stays bounded', () => {
    const first = compileExpression('risk_amount', 'args.first');
    expect(compileExpression('risk_amount', 'args.first')).toBe(first);
    for (let index = 0; index < 1_000; index += 1) compileExpression('risk_amount', `args.a${index}`);
    expect(compileExpression('risk_amount', 'args.first')).not.toBe(first);
  });

  it('a condition of a playbook counts days between dates, of what is there (PL-06)', () => {
    const holds = compileExpression(
      'playbook_condition',
      'daysBetween(item.dueOn, today) <= parameters.days || has(item.holdUntil)',
    );
    const on = (item: object) => holds({ item, parameters: { days: 14 }, today: '2026-03-30' });
    expect([on({ dueOn: '2026-03-16' }), on({ dueOn: '2026-03-15' })]).toEqual([true, false]);
    expect(on({ dueOn: '2026-03-15', holdUntil: '2026-04-01' })).toBe(true);
    expect(refusal(() => on({ dueOn: '16.3.2026' })).code).toBe('expression_failed');
    expect(refusal(() => on({ dueOn: '2026-02-31x' })).code).toBe('expression_failed');
    expect(refusal(() => on({})).code).toBe('expression_failed');
  });
});
