import { cancelReceived, runSubmitted, turnReceived } from './received-fact';

const message = (changes: object = {}) => ({
  sessionId: 's',
  userId: 'C-1',
  text: 'hello',
  messageId: 'm',
  ...changes,
});

describe('a received fact', () => {
  it('of a message is known by its channel and id within its session (CH-05)', () => {
    const fact = turnReceived('shop', 'web', message());
    expect(fact).toMatchObject({ stream: 'turn-shop-s', dedupeKey: 'web/m', customerId: 'C-1' });
    expect(turnReceived('shop', 'telegram', message()).requestId).not.toBe(fact.requestId);
  });

  it('names the turn of the message it quotes, and what was pressed or could not be read', () => {
    const quoted = turnReceived('shop', 'telegram', message({ messageId: 'm-0' }));
    const fact = turnReceived(
      'shop',
      'telegram',
      message({ replyToMessageId: 'm-0', answerTo: 'run-1', unreadable: 'edited' }),
    );
    expect(fact.data).toMatchObject({
      replyToMessageId: 'm-0',
      replyToRequestId: quoted.requestId,
      answerTo: 'run-1',
      unreadable: 'edited',
    });
    expect(fact.payload).toEqual({
      userId: 'C-1',
      text: 'hello',
      channelMetadata: {},
      replyToMessageId: 'm-0',
      answerTo: 'run-1',
      unreadable: 'edited',
    });
    expect(Object.keys(quoted.data)).not.toContain('answerTo');
  });

  it('of a message says which models it wished for, and another wish is another message (CP-12)', () => {
    const wished = turnReceived('shop', 'web', message({ tier: 'A' }));
    expect(wished).toMatchObject({ data: { tier: 'A' }, payload: { tier: 'A' } });
    expect(turnReceived('shop', 'web', message()).payload).not.toHaveProperty('tier');
  });

  it('belongs to the customer that its account is linked to, and is the same message before and after (CH-17)', () => {
    const linkOffer = { link: 'https://shop.example/link?code=c', code: 'c' };
    const before = turnReceived('shop', 'telegram', message(), { customerId: 'account:telegram:C-1', linkOffer });
    const after = turnReceived('shop', 'telegram', message(), { customerId: 'C-0001' });
    expect(before).toMatchObject({
      customerId: 'account:telegram:C-1',
      data: { customerId: 'account:telegram:C-1', linkOffer },
    });
    expect(after).toMatchObject({ customerId: 'C-0001', data: { customerId: 'C-0001' } });
    expect(after.data).not.toHaveProperty('linkOffer');
    expect([after.dedupeKey, after.requestId, after.payload]).toEqual([
      before.dedupeKey,
      before.requestId,
      before.payload,
    ]);
  });

  it('of a run has the session that the caller names, and a key that counts within it (C16)', () => {
    const one = runSubmitted('shop', 'console', { template: 'echo', sessionId: 's' }, 'k');
    expect(one).toMatchObject({
      sessionId: 's',
      stream: 'turn-shop-s',
      customerId: 'console',
      data: { sessionId: 's', args: {}, channel: 'api' },
    });
    const other = runSubmitted('shop', 'console', { template: 'echo', sessionId: 't', userId: 'C-1' }, 'k');
    expect(other).toMatchObject({ sessionId: 't', customerId: 'C-1' });
    expect(other.requestId).not.toBe(one.requestId);
  });

  it('of a run or a cancel is never taken for a message, whatever its channel is called', () => {
    const run = runSubmitted('shop', 'console', { template: 'echo', sessionId: 's' }, 'm');
    const cancel = cancelReceived({ tenant: 'shop', runId: 'm', sessionId: 's', customerId: 'C-1' });
    const messages = ['run', 'cancel', 'api'].map((channel) => turnReceived('shop', channel, message()));
    expect(new Set([run, cancel, ...messages].map(({ dedupeKey }) => dedupeKey)).size).toBe(5);
    expect(messages.map(({ requestId }) => requestId)).not.toContain(run.requestId);
  });

  it.each([
    ['de-CH', 'de-CH'],
    ['x'.repeat(40), null],
    [5, null],
    ['und', null],
    [undefined, null],
  ])('tells the language %p as %p (RT-17)', (locale, expected) => {
    expect(turnReceived('shop', 'web', message({ channelMetadata: { locale } })).data).toMatchObject({
      locale: expected,
    });
  });
});
