import { changed, isFull, nextToSend, readOutbox, writeOutbox, type Outgoing } from './unsent-messages';

const entry = (messageId: string, state: Outgoing['state']): Outgoing => ({ messageId, text: 'hello', state });

describe('messages on their way', () => {
  it('survive a reload under the same id, and what was being sent is sent again', () => {
    const stored = writeOutbox([
      entry('a', 'sending'),
      entry('b', 'waiting'),
      entry('c', 'refused'),
      entry('d', 'sent'),
    ]);
    expect(readOutbox(stored)).toEqual([entry('a', 'waiting'), entry('b', 'waiting'), entry('c', 'refused')]);
  });

  it.each([[null], ['{'], ['{}'], ['[1, null, {"text": "x"}, {"messageId": "m", "text": "x", "state": "sent"}]']])(
    'are none in %s',
    (stored) => {
      expect(readOutbox(stored)).toEqual([]);
    },
  );

  it('are sent one after the other; one that was refused lets the others pass', () => {
    expect(
      nextToSend([entry('a', 'sent'), entry('b', 'refused'), entry('c', 'waiting'), entry('d', 'sending')])?.messageId,
    ).toBe('c');
    expect(nextToSend([entry('a', 'sent'), entry('b', 'refused')])).toBeUndefined();
  });

  it('leave nothing behind once the server has them', () => {
    expect(writeOutbox([entry('a', 'sent')])).toBe('');
    expect(readOutbox('')).toEqual([]);
  });

  it('are bounded', () => {
    const waiting = Array.from({ length: 50 }, (_, index) => entry(String(index), 'waiting'));
    expect(isFull(waiting)).toBe(true);
    expect(isFull(changed(waiting, '0', { state: 'sent' }))).toBe(false);
  });
});
