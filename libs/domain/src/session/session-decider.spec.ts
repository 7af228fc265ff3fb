import { asked } from '../fixtures/scheduled-playbook';
import { completed, submitted, suspended } from '../fixtures/session-inputs';
import { shopBundle } from '../fixtures/shop-bundle';
import { contextOf } from '../specification';
import { mayBeDecidedLater, sessionDecider } from './session-decider';
import type { SessionInput } from './session-input';

describe('an event that may be decided a moment later', () => {
  const ofSubmitted = completed('R1', null, { channel: 'api' });

  it('is the end of a run that was submitted by itself', () => {
    expect(mayBeDecidedLater(ofSubmitted.name, ofSubmitted)).toBe(true);
  });

  it.each([
    ['of a topic', completed('T1', 'T1')],
    ['of a message', completed('T1', null, { messageId: 'm1' })],
  ])('is not the end of a run %s', (_, end) => {
    expect(mayBeDecidedLater(end.name, end)).toBe(false);
  });

  it('is nothing but the end of a run, and only when its fields are there', () => {
    expect(mayBeDecidedLater('run.submitted', submitted('R1', 'refund_order', {}))).toBe(false);
    expect(mayBeDecidedLater('run.suspended', suspended('R1', null))).toBe(false);
    expect(mayBeDecidedLater('run.completed', {})).toBe(false);
  });
});

it('decides no input of a playbook in a chat, and leaves nothing when it is set aside', () => {
  const context = contextOf(shopBundle, { stream: 'session-shop-chat.C-1001' });
  const given = [sessionDecider.initial(), asked('2026-07-01') as unknown as SessionInput] as const;
  expect(() => sessionDecider.decide(...given, context)).toThrow(`${context.stream} takes no playbook.submitted`);
  expect(sessionDecider.lookups!(...given, context)).toEqual([]);
  expect(sessionDecider.skip!(...given, 'broken', context)).toEqual([]);
});
