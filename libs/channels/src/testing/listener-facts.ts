import { LONGEST_TEXT } from '@arbiter/contracts';
import type { ChannelSuite } from './channel-suite';

/** The incoming requests. */
export function describeEntrance(suite: ChannelSuite): void {
  const { kinds, forgeries, takesLongTexts, ...rest } = suite.harness;
  describeMessages(suite);
  describeDeliveries(suite);

  if (forgeries.length > 0) {
    test.each(forgeries)('an update whose proof is %s is refused and publishes nothing', async (forgery) => {
      const action = { kind: 'text', chat: suite.newChat(), person: 1, number: 1, text: 'hello' } as const;
      expect(await suite.provider.send(action, forgery)).toBe(false);
      expect(await suite.inbound()).toEqual([]);
    });
  }

  if (takesLongTexts) {
    test('a text over the longest comes as unreadable, without the text', async () => {
      const text = 'word '.repeat(LONGEST_TEXT / 4);
      expect(await suite.provider.send({ kind: 'text', chat: suite.newChat(), person: 1, number: 1, text })).toBe(true);
      const message = await suite.onlyInbound();
      expect(message.unreadable).toBe('too_long');
      expect(message.text).not.toContain('word');
    });
  }

  if (kinds.includes('unsupported')) {
    test('what is no text comes as unreadable', async () => {
      expect(await suite.provider.send({ kind: 'unsupported', chat: suite.newChat(), person: 1, number: 1 })).toBe(
        true,
      );
      expect((await suite.onlyInbound()).unreadable).toBe('unsupported');
    });
  }

  if (kinds.includes('own')) {
    test('a post of the bot itself is taken and publishes nothing', async () => {
      expect(await suite.provider.send({ kind: 'own', chat: suite.newChat(), person: 1, number: 1 })).toBe(true);
      expect(await suite.inbound()).toEqual([]);
    });
  }

  test('the name can stand in a subject', () => {
    expect(rest.channel.name).toMatch(/^[a-z][a-z0-9_]{0,31}$/);
  });
}

function describeMessages(suite: ChannelSuite): void {
  const { kinds } = suite.harness;

  test('a message is one canonical message, and the chat is its session (CH-01, CH-02)', async () => {
    const chat = suite.newChat();
    const first = await suite.greet(chat);
    expect(first.text).toBe('hello 1');
    const second = await suite.greet(chat, 2);
    expect(second).toMatchObject({ sessionId: first.sessionId, userId: first.userId });
    expect(second.messageId).not.toBe(first.messageId);
    expect((await suite.greet(suite.newChat())).sessionId).not.toBe(first.sessionId);
  });

  if (kinds.includes('edited')) {
    test('an edited message comes as unreadable under an id of its own, so that it is not taken for the first', async () => {
      const chat = suite.newChat();
      const first = await suite.greet(chat);
      expect(await suite.provider.send({ kind: 'edited', chat, person: 1, number: 1, text: 'hello again' })).toBe(true);
      const second = (await suite.inbound()).at(-1)!;
      expect(second).toMatchObject({ sessionId: first.sessionId, unreadable: 'edited' });
      expect(second.messageId).not.toBe(first.messageId);
    });
  }

  if (suite.harness.channel.capabilities.quotes) {
    test('a quoted post stands for the message it answered, in the same session (CH-02, RT-11)', async () => {
      const chat = suite.newChat();
      const first = await suite.greet(chat);
      const [post] = await suite.answer(first, { text: 'Good day.' });
      expect(
        await suite.provider.send({ kind: 'text', chat, person: 1, number: 2, text: 'and now?', quotes: post }),
      ).toBe(true);
      expect((await suite.inbound()).at(-1)).toMatchObject({
        sessionId: first.sessionId,
        replyToMessageId: first.messageId,
      });
    });
  }

  if (kinds.includes('pressed')) {
    test('a pressed button is its text, as the answer to the question it stood under', async () => {
      const chat = suite.newChat();
      const first = await suite.greet(chat);
      const answerTo = crypto.randomUUID();
      const posts = await suite.answer(first, {
        answerTo,
        kind: 'proposal',
        text: 'Shall I?',
        choices: ['Yes, please', 'No, thank you'],
      });
      const post = posts.at(-1)!;
      expect(post.buttons).toEqual(['Yes, please', 'No, thank you']);
      expect(await suite.provider.send({ kind: 'pressed', chat, person: 1, number: 2, post, choice: 1 })).toBe(true);
      expect((await suite.inbound()).at(-1)).toMatchObject({
        sessionId: first.sessionId,
        userId: first.userId,
        text: 'No, thank you',
        answerTo,
      });
    });
  }
}

function describeDeliveries(suite: ChannelSuite): void {
  test('a message that is delivered twice is published once (CH-05)', async () => {
    const chat = suite.newChat();
    await suite.greet(chat);
    await suite.greet(chat);
    await suite.onlyInbound();
  });

  test(`another message under an id that is taken is not taken for the first, and ${suite.harness.tells ? 'its sender is told' : 'is left'} (CH-05)`, async () => {
    const chat = suite.newChat();
    const first = await suite.greet(chat);
    expect(await suite.provider.send({ kind: 'text', chat, person: 1, number: 1, text: 'something else' })).toBe(
      !suite.harness.tells,
    );
    expect(await suite.greet(chat)).toEqual(first);
    expect(await suite.onlyInbound()).toEqual(first);
  });

  test('messages that are delivered out of order keep their own ids and texts', async () => {
    const chat = suite.newChat();
    const late = await suite.greet(chat, 2);
    const early = await suite.greet(chat, 1);
    expect([late.text, early.text]).toEqual(['hello 2', 'hello 1']);
    expect(late.messageId).not.toBe(early.messageId);
  });
}
