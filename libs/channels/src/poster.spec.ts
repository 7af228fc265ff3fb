import { setImmediate } from 'node:timers/promises';
import { terminal } from '@arbiter/contracts';
import { defineChannel } from './channel';
import { Poster } from './poster';
import { DeliveryMemory, PostMemory } from './recent-messages';
import { reply } from './testing/message-bus';

const MOST_CALLS = 64;
const channel = defineChannel<never, string>({
  name: 'toy',
  capabilities: { longestText: 100, buttons: false, reactions: false, quotes: false },
  toCanonical: () => ({ disregarded: 'nothing comes in' }),
  render: ({ text }) => [text],
});

describe('the calls at a provider', () => {
  const posting = (deliver: (post: string) => Promise<null>) => {
    const poster = new Poster(channel, 'shop', deliver, new PostMemory(), new DeliveryMemory());
    return (text: string) => poster.post(text, 1, reply({ sessionId: text, text }));
  };

  it('are so many at once (4), and the others begin in the order they came', async () => {
    const names = Array.from({ length: MOST_CALLS + 3 }, (_, index) => String(index));
    const gates = new Map(names.map((name) => [name, Promise.withResolvers<null>()]));
    const begun: string[] = [];
    const post = posting((name) => (begun.push(name), gates.get(name)!.promise));
    const all = names.map(post);
    await setImmediate();
    expect(begun).toEqual(names.slice(0, MOST_CALLS));
    for (const [index, name] of names.entries()) {
      gates.get(name)!.resolve(null);
      await all[index];
      await setImmediate();
      expect(begun).toEqual(names.slice(0, MOST_CALLS + index + 1));
    }
  });

  it('that fail make room (4)', async () => {
    let failures = 0;
    const post = posting(async (name) => {
      if (name === 'last') return null;
      failures += 1;
      throw terminal('gone', 'the chat is gone');
    });
    await Promise.allSettled(Array.from({ length: MOST_CALLS }, (_, index) => post(String(index))));
    expect([failures, await post('last')]).toEqual([MOST_CALLS, true]);
  });
});
