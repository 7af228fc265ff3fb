import type { ToolOutcome } from '@arbiter/contracts';
import { actionBundle } from '../../fixtures/action-bundle';
import { shopTools } from '../../fixtures/shop-tools';
import { LOST, NOT_SENT, TIMED_OUT, TOO_LATE, answered, refund } from '../../fixtures/tool-outcomes';
import { compiledTool, type CompiledTool } from './compiled-tool';
import { effectOutcome } from './effect-outcome';

const bundle = actionBundle();
const write = compiledTool(bundle, 'shop.refund.create') as CompiledTool;
const read = compiledTool(bundle, 'shop.order.get') as CompiledTool;

describe('the outcome of a call (AG-10)', () => {
  it.each<[string, ToolOutcome, string, string]>([
    ['400', answered(400), 'permanent', 'vendor_rejected'],
    ['401', answered(401), 'permanent', 'auth_failed'],
    ['403', answered(403), 'permanent', 'auth_failed'],
    ['404', answered(404), 'permanent', 'not_found'],
    ['408', answered(408), 'transient', 'timed_out'],
    ['409', answered(409), 'permanent', 'conflict'],
    ['409 with a code the tool names', answered(409, { code: 'already_refunded' }), 'permanent', 'already_refunded'],
    ['409 with an unknown code', answered(409, { code: 'full_moon' }), 'permanent', 'conflict'],
    ['412', answered(412), 'permanent', 'precondition_failed'],
    ['422', answered(422), 'permanent', 'vendor_rejected'],
    ['429', answered(429), 'transient', 'rate_limited'],
    ['503', answered(503), 'transient', 'vendor_unavailable'],
    ['500', answered(500), 'ambiguous', 'vendor_unavailable'],
    ['504', answered(504), 'ambiguous', 'vendor_unavailable'],
    ['a redirect', answered(303), 'ambiguous', 'redirected'],
    [
      'a body that cannot be read',
      answered(200, null, { unreadable: 'response_not_json' }),
      'ambiguous',
      'result_invalid',
    ],
    ['a result that does not fit', answered(200, { refundId: 'R-1', status: 'maybe' }), 'ambiguous', 'result_invalid'],
    ['a lost connection', LOST, 'ambiguous', 'connection_lost'],
    ['no answer in time', TIMED_OUT, 'ambiguous', 'timed_out'],
    ['a refused connection', NOT_SENT, 'transient', 'vendor_unavailable'],
    ['our own lateness', TOO_LATE, 'transient', 'vendor_unavailable'],
    [
      'no address',
      { kind: 'refused', code: 'extension_misconfigured', reason: 'X is not set' },
      'permanent',
      'tool_unusable',
    ],
  ])('of a mutation: %s is %s', (_, outcome, kind, code) => {
    expect(effectOutcome(write, outcome)).toMatchObject({ kind, code });
  });

  it.each<[string, ToolOutcome, string, string]>([
    ['500', answered(500), 'transient', 'vendor_unavailable'],
    ['a redirect', answered(302), 'permanent', 'redirected'],
    [
      'a body that cannot be read',
      answered(200, null, { unreadable: 'response_too_large' }),
      'permanent',
      'result_invalid',
    ],
    ['a result that does not fit', answered(200, {}), 'permanent', 'result_invalid'],
    ['a lost connection', LOST, 'transient', 'vendor_unavailable'],
    ['no answer in time', TIMED_OUT, 'transient', 'timed_out'],
  ])('a read is never ambiguous: %s is %s', (_, outcome, kind, code) => {
    expect(effectOutcome(read, outcome)).toMatchObject({ kind, code });
  });

  it('of 4xx, those that a tool declares final settle earlier requests too, and a busy vendor is told apart', () => {
    const outcome = (status: number, code?: string) => effectOutcome(write, answered(status, code && { code }));
    expect(outcome(409, 'already_refunded')).toEqual(expect.objectContaining({ isFinal: true }));
    expect(outcome(409, 'already_refunded')).not.toHaveProperty('isBusy');
    for (const status of [409, 423, 425]) expect(outcome(status)).toMatchObject({ isBusy: true });
    for (const status of [400, 401, 403, 404, 410, 412, 422]) {
      expect(outcome(status)).not.toHaveProperty('isFinal');
      expect(outcome(status)).not.toHaveProperty('isBusy');
    }
    const byStatus = compiledTool(
      actionBundle({ tools: [{ ...shopTools[2]!, finalErrors: ['422'] }] }),
      'shop.refund.create',
    ) as CompiledTool;
    expect(effectOutcome(byStatus, answered(422))).toMatchObject({ isFinal: true });
  });

  it('a fitting result is the success', () => {
    expect(effectOutcome(write, answered(201, refund()))).toEqual({ kind: 'succeeded', result: refund() });
  });

  it('Retry-After goes along', () => {
    expect(effectOutcome(write, answered(429, null, { retryAfterMilliseconds: 3_000 }))).toMatchObject({
      retryAfterMilliseconds: 3_000,
    });
  });

  it("the vendor's words are cut short, on one line, and only in a permanent failure", () => {
    const message = `no\n${'x'.repeat(500)}`;
    expect(effectOutcome(write, answered(422, { message }))).toMatchObject({
      reason: `the vendor answered 422: no ${'x'.repeat(197)}`,
    });
    expect(effectOutcome(write, answered(500, { message }))).toMatchObject({ reason: 'the vendor answered 500' });
  });

  it('a number that cannot be kept is named by its place, with the way out', () => {
    const result = { type: 'object', properties: { amount: { type: 'number' } } };
    const paying = compiledTool(actionBundle({ tools: [{ ...shopTools[2]!, result }] }), 'shop.refund.create')!;
    expect(effectOutcome(paying, answered(200, { amount: '2512292042121000001' }))).toMatchObject({
      kind: 'ambiguous',
      reason: expect.stringMatching(/result schema; \/amount must be number: .* let a text stand there$/),
    });
    expect(effectOutcome(paying, answered(200, { amount: 'much' }))).toMatchObject({
      reason: expect.stringMatching(/result schema$/),
    });
  });

  it('a result schema that is none leaves the outcome open', () => {
    const broken = compiledTool(
      actionBundle({ tools: [{ ...shopTools[2]!, result: { type: 'nothing' } }] }),
      'shop.refund.create',
    ) as CompiledTool;
    expect(effectOutcome(broken, answered(200, refund()))).toMatchObject({ kind: 'ambiguous', code: 'result_invalid' });
  });
});
