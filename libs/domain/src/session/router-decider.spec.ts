import { PLAYBOOK_CHANNEL } from '@arbiter/contracts';
import { completed, submitted, suspended } from '../fixtures/session-inputs';
import { mayBeDecidedLater } from './router-decider';

describe('an event that the router may decide a moment later', () => {
  const ofSubmitted = completed('R1', null, { channel: 'api' });

  it('is the end of a run that was submitted by itself', () => {
    expect(mayBeDecidedLater(ofSubmitted.name, ofSubmitted)).toBe(true);
  });

  it.each([
    ['of a topic', completed('T1', 'T1')],
    ['of a message', completed('T1', null, { messageId: 'm1' })],
    ['of a playbook, whose next instance waits for it', completed('P1', null, { channel: PLAYBOOK_CHANNEL })],
  ])('is not the end of a run %s', (_, end) => {
    expect(mayBeDecidedLater(end.name, end)).toBe(false);
  });

  it('is nothing but the end of a run, and only when its fields are there', () => {
    expect(mayBeDecidedLater('run.submitted', submitted('R1', 'refund_order', {}))).toBe(false);
    expect(mayBeDecidedLater('run.suspended', suspended('R1', null))).toBe(false);
    expect(mayBeDecidedLater('run.completed', {})).toBe(false);
  });
});
