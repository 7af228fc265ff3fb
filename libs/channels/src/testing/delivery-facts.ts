import type { ChannelSuite } from './channel-suite';
import { eventually } from './message-bus';

const MESSAGES = 12;
const WORDS = Array.from({ length: 2_000 }, (_, index) => `word${index}`).join(' ');

/** What goes out. */
export function describeDelivery(suite: ChannelSuite): void {
  describeShowing(suite);
  describeReliability(suite);
  if (suite.harness.limits) describeLimits(suite);
}

function describeShowing(suite: ChannelSuite): void {
  const { capabilities } = suite.harness.channel;

  test('a reply is shown in the chat it is for, what was executed before it (ER-01)', async () => {
    const chat = suite.newChat();
    const posts = await suite.answer(await suite.greet(chat), {
      text: 'It is on its way.',
      headerText: '✓ Look up the order',
    });
    const text = posts
      .filter((post) => post.chat === chat)
      .map((post) => post.text)
      .join('\n');
    expect(text.indexOf('Look up the order')).toBeGreaterThanOrEqual(0);
    expect(text.indexOf('It is on its way.')).toBeGreaterThan(text.indexOf('Look up the order'));
  });

  test('a text longer than the channel takes is several posts, with every word whole and in order', async () => {
    const posts = await suite.answer(await suite.greet(suite.newChat()), { text: WORDS });
    for (const { text } of posts) expect(text.length).toBeLessThanOrEqual(capabilities.longestText);
    expect(
      posts
        .map(({ text }) => text)
        .join(' ')
        .split(/\s+/),
    ).toEqual(WORDS.split(' '));
    expect(posts.length > 1).toBe(WORDS.length > capabilities.longestText);
  });

  test(`a quote is ${capabilities.quotes ? 'shown' : 'left out'}, and without one nothing is quoted (CH-08, CH-09)`, async () => {
    const first = await suite.greet(suite.newChat());
    await suite.answer(first, { text: 'plain' });
    const posts = await suite.answer(first, { text: 'quoting', quote: first.messageId });
    expect(posts.map(({ quotes }) => quotes)).toEqual([null, capabilities.quotes ? 1 : null]);
  });

  test(`reactions are ${capabilities.reactions ? 'put on and taken off the message' : 'left out'} (CH-10, CH-11)`, async () => {
    const chat = suite.newChat();
    const { messageId, sessionId } = await suite.greet(chat);
    for (const [kind, reaction] of [
      ['working', 'working'],
      ['reply', 'done'],
      ['reply', 'none'],
    ] as const) {
      await suite.send(
        { messageId, sessionId, userId: 'u', text: '' },
        { kind, text: kind === 'working' ? '' : reaction, marks: [{ messageId, reaction }] },
      );
    }
    await suite.settled();
    const marks = capabilities.reactions
      ? ['working', 'done', 'none'].map((reaction) => ({ chat, number: 1, reaction }))
      : [];
    await eventually(() => expect(suite.provider.marks()).toEqual(marks));
  });
}

function describeReliability(suite: ChannelSuite): void {
  test('the messages of a chat are shown in their order', async () => {
    const first = await suite.greet(suite.newChat());
    for (let index = 0; index < MESSAGES; index += 1) await suite.send(first, { text: `text ${index}` });
    await suite.showing(...Array.from({ length: MESSAGES }, (_, index) => `text ${index}`));
  });

  test('a reply that the broker has twice is shown once', async () => {
    const first = await suite.greet(suite.newChat());
    const requestId = crypto.randomUUID();
    await suite.send(first, { requestId, text: 'once' }, requestId);
    await eventually(async () => expect(await suite.send(first, { requestId, text: 'once' }, requestId)).toBe(true));
    await suite.showing('once');
  });

  test('what is no message is dropped and holds nothing up', async () => {
    const first = await suite.greet(suite.newChat());
    await suite.send(first, { kind: 'shout' as never, text: 'lost' });
    await suite.send(first, { text: 'found' });
    await suite.showing('found');
  });

  test('what comes while the adapter is away is shown when it is back', async () => {
    const first = await suite.greet(suite.newChat());
    await suite.answer(first, { text: 'before' });
    await suite.stop();
    await suite.send(first, { text: 'meanwhile' });
    await suite.serve();
    await suite.showing('before', 'meanwhile');
  });

  test('a restart of the broker loses neither what comes in nor what goes out', async () => {
    const chat = suite.newChat();
    const first = await suite.greet(chat);
    await suite.bus.restart();
    await eventually(async () =>
      expect(await suite.provider.send({ kind: 'text', chat, person: 1, number: 2, text: 'still there?' })).toBe(true),
    );
    await suite.send(first, { text: 'still here' });
    await suite.showing('still here');
    expect((await suite.inbound()).map(({ text }) => text)).toEqual(['hello 1', 'still there?']);
  });
}

function describeLimits(suite: ChannelSuite): void {
  test('when the provider asks to wait, it is not called before, and every message is shown once and in order', async () => {
    const first = await suite.greet(suite.newChat());
    suite.provider.limit(1, 2);
    for (const text of ['one', 'two', 'three']) await suite.send(first, { text });
    await suite.showing('one', 'two', 'three');
    const calls = suite.provider.calls();
    expect(calls.filter(({ wasLimited }) => wasLimited)).toHaveLength(2);
    calls.forEach((call, index) => {
      if (call.wasLimited) expect(calls[index + 1]!.at - call.at).toBeGreaterThanOrEqual(990);
    });
  });

  test('a stop while the provider asks to wait gives the message back, and it is shown after the restart', async () => {
    const first = await suite.greet(suite.newChat());
    suite.provider.limit(15, 1);
    await suite.send(first, { text: 'patience' });
    await eventually(() => expect(suite.provider.calls().filter(({ wasLimited }) => wasLimited)).toHaveLength(1));
    await suite.stop();
    await suite.serve();
    await suite.showing('patience');
  });
}
