import { asInbound, idOfInbound } from './inbound';
import { DeliveryMemory, PostMemory } from './memory';

const MESSAGE = { sessionId: 'chat', userId: 'person', messageId: '1', text: 'hello' };

describe('a message that comes in', () => {
  it('is published as it is', () => {
    expect(asInbound(MESSAGE, new PostMemory())).toEqual(MESSAGE);
  });

  it('is unreadable when its text is over the longest, and says how long it was', () => {
    const { text, unreadable } = asInbound({ ...MESSAGE, text: 'x'.repeat(8_001) }, new PostMemory());
    expect([text, unreadable]).toEqual(['a text of 8001 characters', 'too_long']);
    expect(asInbound({ ...MESSAGE, text: 'x'.repeat(8_000) }, new PostMemory()).unreadable).toBeUndefined();
  });

  it('that quotes a post of ours names the message the post answered, in its own chat', () => {
    const posts = new PostMemory();
    posts.note('chat', '77', '1');
    expect(asInbound({ ...MESSAGE, replyToMessageId: '77' }, posts).replyToMessageId).toBe('1');
    expect(asInbound({ ...MESSAGE, sessionId: 'another', replyToMessageId: '77' }, posts).replyToMessageId).toBe('77');
  });

  it.each([['sessionId', { sessionId: '' }], ['text', { text: '' }], ['colour', { colour: 'red' }]])('is refused with the field that is wrong: %s', (field, changes) => {
    expect(() => asInbound({ ...MESSAGE, ...changes }, new PostMemory())).toThrow(expect.objectContaining({ kind: 'terminal', details: expect.objectContaining({ field }) }));
  });

  it('has one id for ever, and another in another chat', () => {
    expect(idOfInbound('shop', 'web', MESSAGE)).toBe(idOfInbound('shop', 'web', { ...MESSAGE, text: 'changed' }));
    const others = [idOfInbound('shop', 'web', { ...MESSAGE, sessionId: 'c' }), idOfInbound('shop', 'slack', MESSAGE), idOfInbound('other', 'web', MESSAGE)];
    expect(new Set([idOfInbound('shop', 'web', MESSAGE), ...others]).size).toBe(4);
  });
});

describe('what was made of a message', () => {
  it('is remembered by how many posts', () => {
    const made = new DeliveryMemory();
    expect(made.postsMade('m')).toBe(0);
    made.note('m', 2);
    expect(made.postsMade('m')).toBe(2);
  });
});
