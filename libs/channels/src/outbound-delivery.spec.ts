import type { JsMsg } from '@nats-io/jetstream';
import { retryable, terminal, type OutboundMessage } from '@arbiter/contracts';
import { openLogger } from '@arbiter/runtime/adapter';
import { defineChannel } from './channel';
import { DeliveryMemory, PostMemory } from './recent-messages';
import { ChannelMetrics } from './metrics';
import { OutboundDelivery } from './outbound-delivery';
import { Poster, type Deliver } from './poster';
import { rateLimited } from './rate-limit';
import { reply } from './testing/message-bus';

const channel = defineChannel<never, string>({
  name: 'toy',
  capabilities: { longestText: 5, buttons: false, reactions: false, quotes: false },
  toCanonical: () => ({ disregarded: 'nothing comes in' }),
  render: ({ text, quote }) => [...text.split(' '), ...(quote === null ? [] : ['quoted'])],
});

/** Longer than the adapter waits itself. */
const LONG_MILLISECONDS = 60_000;

describe('the messages for people', () => {
  let shown: string[];
  let fate: string[];
  let failures: Map<string, Error[]>;
  let delivery: OutboundDelivery<never, string>;
  let metrics: ChannelMetrics;

  beforeEach(() => {
    [shown, fate, failures, metrics] = [[], [], new Map(), new ChannelMetrics('toy')];
    const deliver: Deliver<string> = async (post) => {
      const failure = failures.get(post)?.shift();
      if (failure) throw failure;
      shown.push(post);
      return post;
    };
    delivery = new OutboundDelivery(
      new Poster(channel, 'shop', deliver, new PostMemory(), new DeliveryMemory()),
      metrics,
      openLogger('toy', 'silent'),
    );
  });

  /** As the broker delivers it; what becomes of it is noted under its sequence. */
  function delivered(sequence: number, message: unknown, deliveryCount = 1): JsMsg {
    const note = (what: string) => (delay?: number) =>
      void fate.push(`${sequence} ${what}${delay === undefined ? '' : ` ${delay}`}`);
    const headers = { get: () => `id-${sequence}` };
    return {
      info: { streamSequence: sequence, deliveryCount },
      headers,
      json: () => message,
      ack: note('acknowledged'),
      nak: note('put back'),
      term: note('dropped'),
    } as unknown as JsMsg;
  }
  const saying = (text: string, sessionId = 'chat'): OutboundMessage => reply({ sessionId, text });
  const counted = async () =>
    (await metrics.registry.getSingleMetricAsString('arbiter_channel_outbound_total')).match(/outcome="\w+"[^\n]*/g);

  it('are acknowledged when their last post was made', async () => {
    await delivery.take(delivered(1, saying('one two')));
    expect([shown, fate]).toEqual([['one', 'two'], ['1 acknowledged']]);
  });

  it('are put back for as long as the provider asks, and those behind them in their chat with them; other chats go on', async () => {
    failures.set('one', [rateLimited(LONG_MILLISECONDS, 'session')]);
    await Promise.all([
      delivery.take(delivered(1, saying('one'))),
      delivery.take(delivered(2, saying('two'))),
      delivery.take(delivered(3, saying('other', 'chat-2'))),
    ]);
    expect(shown).toEqual(['other']);
    expect(fate).toEqual(
      expect.arrayContaining(['1 put back 60000', '3 acknowledged', expect.stringMatching(/^2 put back/)]),
    );
    await delivery.take(delivered(2, saying('two'), 2));
    expect(shown).toEqual(['other']);
    await delivery.take(delivered(1, saying('one'), 2));
    await delivery.take(delivered(2, saying('two'), 3));
    expect(shown).toEqual(['other', 'one', 'two']);
  });

  it('all wait when the provider asks the whole channel to', async () => {
    failures.set('one', [rateLimited(LONG_MILLISECONDS)]);
    await delivery.take(delivered(1, saying('one')));
    await delivery.take(delivered(2, saying('other', 'chat-2')));
    expect(shown).toEqual([]);
    expect(fate).toEqual(['1 put back 60000', expect.stringMatching(/^2 put back/)]);
  });

  it('that a run sent before its reply are not shown after it', async () => {
    const of = (requestId: string, kind: OutboundMessage['kind'], text: string): OutboundMessage =>
      reply({ sessionId: 'chat', requestId, kind, text });
    const messages = [
      of('run-1', 'reply', 'done'),
      of('run-1', 'pre', 'soon'),
      of('run-1', 'working', ''),
      of('run-2', 'pre', 'next'),
    ];
    for (const [index, message] of messages.entries()) await delivery.take(delivered(index + 1, message));
    expect(shown.filter((post) => post !== '')).toEqual(['done', 'next']);
    expect(fate).toEqual(['1 acknowledged', '2 acknowledged', '3 acknowledged', '4 acknowledged']);
  });

  it('go on with the post that was not made when they come again', async () => {
    failures.set('two', [retryable('away', 'the provider is away', LONG_MILLISECONDS)]);
    await delivery.take(delivered(1, saying('one two three')));
    await delivery.take(delivered(1, saying('one two three'), 2));
    expect(shown).toEqual(['one', 'two', 'three']);
    await delivery.take(delivered(1, saying('one two three'), 3));
    expect([shown.length, fate.at(-1)]).toEqual([3, '1 acknowledged']);
    expect(await counted()).toEqual(expect.arrayContaining([expect.stringContaining('"repeated"')]));
  });

  it('are tried again after a short failure without the broker', async () => {
    failures.set('one', [new TypeError('fetch failed'), retryable('away', 'the provider is away', 1)]);
    await delivery.take(delivered(1, saying('one')));
    expect([shown, fate]).toEqual([['one'], ['1 acknowledged']]);
  });

  it('of one chat wait as long as the provider asks for that chat', async () => {
    failures.set('one', [rateLimited(60, 'session')]);
    const begun = performance.now();
    await delivery.take(delivered(1, saying('one')));
    expect(shown).toEqual(['one']);
    expect(performance.now() - begun).toBeGreaterThan(55);
  });

  it('are dropped when the provider refuses them for good, and hold nothing up', async () => {
    failures.set('one', [terminal('gone', 'the chat is gone')]);
    await Promise.all([delivery.take(delivered(1, saying('one'))), delivery.take(delivered(2, saying('two')))]);
    expect([shown, fate]).toEqual([['two'], ['1 dropped', '2 acknowledged']]);
    expect(await counted()).toEqual(expect.arrayContaining([expect.stringContaining('"dropped"')]));
  });

  it('are dropped when they are no messages, and after a day of attempts', async () => {
    await delivery.take(delivered(1, { text: 'no session' }));
    failures.set('two', [retryable('away', 'the provider is away', LONG_MILLISECONDS)]);
    await delivery.take(delivered(2, saying('two'), 300));
    expect(fate).toEqual(['1 dropped', '2 dropped']);
  });

  it('are not taken twice while they are in hand', async () => {
    const first = delivery.take(delivered(1, saying('one')));
    await delivery.take(delivered(1, saying('one'), 2));
    await first;
    expect([shown, fate]).toEqual([['one'], ['1 acknowledged']]);
  });

  it('go back to the broker at once when the adapter stops', async () => {
    failures.set('one', [retryable('away', 'the provider is away', 15_000)]);
    const taking = [delivery.take(delivered(1, saying('one'))), delivery.take(delivered(2, saying('two')))];
    await new Promise((resolve) => setImmediate(resolve));
    delivery.stop();
    await Promise.all(taking);
    expect([shown, fate]).toEqual([[], ['1 put back', '2 put back']]);
  });

  it('are finished and acknowledged when their posts are under way while the adapter stops', async () => {
    const taken = Promise.withResolvers<string>();
    delivery = new OutboundDelivery(
      new Poster(channel, 'shop', () => taken.promise, new PostMemory(), new DeliveryMemory()),
      metrics,
      openLogger('toy', 'silent'),
    );
    const taking = [delivery.take(delivered(1, saying('one'))), delivery.take(delivered(2, saying('two')))];
    await new Promise((resolve) => setImmediate(resolve));
    const stopped = delivery.stop();
    taken.resolve('p-1');
    await Promise.all([stopped, ...taking]);
    expect(fate).toEqual(['1 acknowledged', '2 put back']);
  });

  it('are not lost by one before them whose acknowledgement fails', async () => {
    const broken = {
      ...delivered(1, saying('one')),
      ack: () => {
        throw new Error('the connection is closed');
      },
      nak: () => {
        throw new Error('the connection is closed');
      },
    } as JsMsg;
    await Promise.all([delivery.take(broken), delivery.take(delivered(2, saying('two', 'chat')))]);
    expect([shown, fate]).toEqual([['one'], [expect.stringMatching(/^2 put back/)]]);
  });

  it('show nothing that the channel cannot', async () => {
    await delivery.take(delivered(1, { ...saying('one'), quote: 'm-1' }));
    expect(shown).toEqual(['one']);
  });
});
