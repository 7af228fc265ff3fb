import { setTimeout as delay } from 'node:timers/promises';
import type { WrittenEvent } from '@arbiter/store';
import { Handover } from './handover';
import { GATHER_MILLISECONDS, LaterCopies } from './later-copies';
import { messagesOf, nameOf, type OutgoingMessage } from './outgoing-message';

const event = (id: string, name = 'run.requested', bytes = 10): WrittenEvent =>
  ({ id, name, tenant: 'shop', text: 'x'.repeat(bytes) }) as WrittenEvent;
const message = (...events: readonly WrittenEvent[]): OutgoingMessage<WrittenEvent> => messagesOf(events)[0]!;

describe('copies for the broker that no caller waits for', () => {
  const sent: string[][] = [];
  beforeEach(() => sent.splice(0));

  const copiesFor = (handover: Pick<Handover, 'join'> = new Handover(), outcome = () => Promise.resolve()) =>
    new LaterCopies(handover, ({ members }) => {
      sent.push(members.map(({ id }) => id));
      return outcome();
    });

  it('leave after a moment, those of one subject together and in their order (1)', async () => {
    const copies = copiesFor();
    const added = [message(event('a'), event('b')), message(event('c', 'run.completed')), message(event('d'))].map(
      (one) => copies.add(one),
    );
    expect(sent).toEqual([]);
    await Promise.all(added);
    expect(sent).toEqual([['a', 'b', 'd'], ['c']]);
  });

  it('make no message larger than it may be, and cut none', async () => {
    const copies = copiesFor();
    const many = (name: string, count: number) =>
      message(...Array.from({ length: count }, (_, index) => event(`${name}${index}`)));
    await Promise.all([many('a', 200), many('b', 56), many('c', 1)].map((one) => copies.add(one)));
    expect(sent.map(({ length }) => length)).toEqual([256, 1]);
    sent.splice(0);
    const large = Array.from({ length: 9 }, (_, index) => message(event(`l${index}`, 'run.requested', 100_000)));
    await Promise.all(large.map((one) => copies.add(one)));
    expect(sent.map(({ length }) => length)).toEqual([8, 1]);
  });

  it('leave at once when many wait, and when no more is gathered (1)', async () => {
    const copies = copiesFor();
    for (let index = 0; index < 512; index += 1) void copies.add(message(event(`m${index}`)));
    expect(sent.flat()).toHaveLength(512);
    void copies.add(message(event('waits')));
    const closed = copies.close();
    expect(sent.at(-1)).toEqual(['waits']);
    await closed;
    void copies.add(message(event('late')));
    expect(sent.at(-1)).toEqual(['late']);
  });

  it('pass unread when each of them went through, and are known as repeated when one did not (2)', async () => {
    const handover = new Handover();
    const receiver = handover.receive('run.requested', {
      takeIn: async ([first]) => {
        if (first!.id.startsWith('bad')) throw new Error('the store is away');
      },
    });
    const copies = copiesFor(handover);
    const give = (id: string) => {
      const one = message(event(id));
      handover.give(nameOf(one), 'run.requested', one.members);
      return copies.add(one);
    };
    await Promise.all(['a', 'b'].map(give));
    expect([receiver.wasGiven('a'), receiver.wasGiven('b')]).toEqual([true, false]);
    expect(await receiver.tookIn('a')).toBe(true);
    await Promise.all(['c', 'bad', 'd'].map(give));
    expect(receiver.wasGiven('c')).toBe(true);
    expect(await receiver.tookIn('c')).toBe(false);
  });

  it('are acknowledged, or not, as the message that they left in was (3)', async () => {
    const failing = copiesFor(new Handover(), () => Promise.reject(new Error('no answer')));
    const outcomes = await Promise.allSettled(['a', 'b'].map((id) => failing.add(message(event(id)))));
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const { promise, resolve } = Promise.withResolvers<void>();
    const copies = copiesFor(new Handover(), () => promise);
    let isAcknowledged = false;
    const added = copies.add(message(event('c'))).then(() => (isAcknowledged = true));
    await delay(2 * GATHER_MILLISECONDS);
    expect([sent.at(-1), isAcknowledged]).toEqual([['c'], false]);
    resolve();
    await added;
  });
});
