import { chatIn, hashOf } from './place';

describe('the address of a chat', () => {
  it.each(['console-1', 'told äö', 'a/b?c#d', '100%'])('leads back to it: %s', (sessionId) => {
    expect(chatIn(hashOf(sessionId))).toBe(sessionId);
  });

  it.each(['', '#', '#/chats/', '#/chats/a/b', '#/else/a', '#/chats/%', '#/chats/%00', `#/chats/${'x'.repeat(129)}`])(
    'that is none names none: %s',
    (hash) => {
      expect(chatIn(hash)).toBeNull();
    },
  );
});
