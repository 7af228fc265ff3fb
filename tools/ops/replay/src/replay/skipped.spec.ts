import type { DecisionContext, Fact } from '@arbiter/contracts';
import type { AnyDecider } from '@arbiter/runtime';
import { isSkip } from './skipped';

const INPUT = { name: 'anything' };
const skipped = (cause: string): Fact => ({ name: 'turn.skipped', data: { requestId: 'r1', cause } });
const decider = (skip?: (cause: string) => readonly Fact[]) =>
  (skip
    ? { skip: (_state: unknown, _input: unknown, cause: string) => skip(cause) }
    : {}) as unknown as AnyDecider<null>;
const recognises = (skip: ((cause: string) => readonly Fact[]) | undefined, ...recorded: readonly Fact[]) =>
  isSkip(decider(skip), null, INPUT, {} as DecisionContext, recorded);

describe('an input that was set aside', () => {
  it('is recognised whatever its cause was, cut or embedded', () => {
    expect(recognises((cause) => [skipped(cause)], skipped('the table is full'))).toBe(true);
    expect(recognises((cause) => [skipped(cause.slice(0, 5))], skipped('the t'))).toBe(true);
    expect(recognises((cause) => [skipped(`gave up (${cause})`)], skipped('gave up (no reason)'))).toBe(true);
    expect(recognises(() => [skipped('always the same')], skipped('always the same'))).toBe(true);
  });

  it('is not seen in facts that the decider would not write for it', () => {
    expect(recognises((cause) => [skipped(`gave up (${cause})`)], skipped('something else'))).toBe(false);
    expect(
      recognises((cause) => [skipped(cause)], { name: 'thread.opened', data: { threadId: 't', requestId: 'r1' } }),
    ).toBe(false);
    expect(recognises((cause) => [skipped(cause)], skipped('x'), skipped('x'))).toBe(false);
    expect(recognises(undefined, skipped('x'))).toBe(false);
  });
});
