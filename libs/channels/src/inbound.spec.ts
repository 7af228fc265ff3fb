import type { InboundMessage } from '@arbiter/contracts';
import { asInbound, contentOf, idOfInbound } from './inbound';
import { DeliveryMemory, MessageMemory, PostMemory } from './recent-messages';

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

  it.each([
    ['sessionId', { sessionId: '' }],
    ['text', { text: '' }],
    ['colour', { colour: 'red' }],
  ])('is refused with the field that is wrong: %s', (field, changes) => {
    expect(() => asInbound({ ...MESSAGE, ...changes }, new PostMemory())).toThrow(
      expect.objectContaining({ kind: 'terminal', details: expect.objectContaining({ field }) }),
    );
  });

  it.each<[string, unknown]>([
    ['missing', undefined],
    ['a number', 5],
    ['a list', ['hello']],
    ['nothing', null],
    ['an object', { length: 9_000 }],
  ])('whose text is %s is refused by name', (_name, text) => {
    expect(() => asInbound({ ...MESSAGE, text } as InboundMessage, new PostMemory())).toThrow(
      expect.objectContaining({
        kind: 'terminal',
        code: 'invalid_message',
        details: expect.objectContaining({ field: 'text' }),
      }),
    );
  });

  it.each<[string, object]>([
    ['text', { text: 'a\0' }],
    ['channelMetadata.n', { channelMetadata: { n: Infinity } }],
  ])('that an event could not hold is refused where it stands: %s', (field, changes) => {
    expect(() => asInbound({ ...MESSAGE, ...changes }, new PostMemory())).toThrow(
      expect.objectContaining({ code: 'unsafe_text', details: expect.objectContaining({ field }) }),
    );
  });

  it('says the same however its fields are ordered, and something else with any other field', () => {
    const { text, ...rest } = MESSAGE;
    expect(contentOf({ text, ...rest })).toBe(contentOf(MESSAGE));
    const others = [
      { text: 'bye' },
      { userId: 'another' },
      { answerTo: 'run' },
      { channelMetadata: { locale: 'de' } },
      { text: 'x'.repeat(9_000) },
      { text: 'y'.repeat(9_000) },
    ];
    expect(new Set([MESSAGE, ...others.map((changes) => ({ ...MESSAGE, ...changes }))].map(contentOf)).size).toBe(7);
  });

  it('has one id for ever, and another in another chat', () => {
    expect(idOfInbound('shop', 'web', MESSAGE)).toBe(idOfInbound('shop', 'web', { ...MESSAGE, text: 'changed' }));
    const others = [
      idOfInbound('shop', 'web', { ...MESSAGE, sessionId: 'c' }),
      idOfInbound('shop', 'slack', MESSAGE),
      idOfInbound('other', 'web', MESSAGE),
    ];
    expect(new Set([idOfInbound('shop', 'web', MESSAGE), ...others]).size).toBe(4);
  });
});

describe('the result for a message', () => {
  it('is remembered by how many posts', () => {
    const made = new DeliveryMemory();
    expect(made.postsMade('m')).toBe(0);
    made.note('m', 2);
    expect(made.postsMade('m')).toBe(2);
  });
});

describe('an id of a message', () => {
  it('is taken by what came first, until that turns out not to have been published', () => {
    const messages = new MessageMemory();
    expect([
      messages.claim('1', 'a'),
      messages.claim('1', 'a'),
      messages.claim('1', 'b'),
      messages.claim('2', 'b'),
    ]).toEqual([true, true, false, true]);
    messages.release('1');
    expect([messages.claim('1', 'b'), messages.claim('1', 'a')]).toEqual([true, false]);
  });
});
