import { setImmediate } from 'node:timers/promises';
import type { EventName } from '@arbiter/contracts';
import type { AppendPart, Appended, WriterOfAll, WrittenEvent } from '@arbiter/store';
import { Handover, QUIET_STREAMS } from './handover';
import { MOST_OUTCOMES, MOST_UNDER_WAY, type TakeIn } from './receiver';

/** The facts to append, and the outcome of the append. */
const partOf = (events: readonly WrittenEvent[], written: Promise<Appended>): AppendPart =>
  ({
    appends: events.map(({ stream }) => ({ stream })),
    travelling: events,
    write: () => written,
    taken: (accepted: ReadonlySet<string>) => ({ accepted, outboxId: 'o', travelling: events }),
  }) as unknown as AppendPart;

const EVENTS = [{ id: 'e-1', name: 'run.requested' } as WrittenEvent];

describe('the handover of an event within a process', () => {
  const taken: string[] = [];
  beforeEach(() => taken.splice(0));

  const note =
    (name: string): TakeIn =>
    async (events) =>
      void taken.push(...events.map(({ id }) => `${name} ${id}`));

  it('reaches every consumer of its kind and no other (1)', async () => {
    const handover = new Handover();
    handover.receive('run.requested', { takeIn: note('planner') });
    handover.receive('run.requested', { takeIn: note('executor') });
    handover.receive('run.completed', { takeIn: note('router') });
    handover.give('m-1', 'run.requested', EVENTS);
    expect(taken).toEqual(['planner e-1', 'executor e-1']);
  });

  it('lets the copy of the broker pass, once, when it went through (2)', async () => {
    const handover = new Handover();
    const receiver = handover.receive('run.requested', { takeIn: note('planner') });
    handover.give('m-1', 'run.requested', EVENTS);
    expect(await receiver.tookIn('m-1')).toBe(true);
    expect(await receiver.tookIn('m-1')).toBe(false);
    expect(await receiver.tookIn('m-2')).toBe(false);
  });

  it('has the copy of the broker taken in when it failed, and waits for that (2)', async () => {
    const { promise, reject } = Promise.withResolvers<void>();
    const handover = new Handover();
    const receiver = handover.receive('run.requested', { takeIn: () => promise });
    handover.give('m-1', 'run.requested', EVENTS);
    const asked = receiver.tookIn('m-1');
    reject(new Error('the store is away'));
    expect(await asked).toBe(false);
  });

  it('is left to the broker when the consumer has its hands full, until one is through (3)', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const handover = new Handover();
    const receiver = handover.receive('run.requested', { takeIn: () => promise });
    for (let message = 1; message <= MOST_UNDER_WAY + 1; message += 1)
      handover.give(`m-${message}`, 'run.requested', EVENTS);
    const last = receiver.tookIn(`m-${MOST_UNDER_WAY}`);
    expect(await receiver.tookIn(`m-${MOST_UNDER_WAY + 1}`)).toBe(false);
    resolve();
    expect(await last).toBe(true);
    handover.give('m-next', 'run.requested', EVENTS);
    expect(await receiver.tookIn('m-next')).toBe(true);
  });

  it('is left to the broker while the consumer shares its work with another process (3)', async () => {
    const handover = new Handover();
    let isWhole = false;
    const receiver = handover.receive('run.requested', { takeIn: note('planner'), isOpen: () => isWhole });
    handover.give('m-1', 'run.requested', EVENTS);
    expect([taken, await receiver.tookIn('m-1')]).toEqual([[], false]);
    isWhole = true;
    handover.give('m-2', 'run.requested', EVENTS);
    expect([taken, await receiver.tookIn('m-2')]).toEqual([['planner e-1'], true]);
  });

  it('keeps so many outcomes for a broker that is slow, and the oldest no longer (2)', async () => {
    const handover = new Handover();
    const receiver = handover.receive('run.requested', { takeIn: note('planner') });
    for (let message = 0; message <= MOST_OUTCOMES; message += 1) {
      handover.give(`m-${message}`, 'run.requested', EVENTS);
      // it is through before the next one, so that its hands are not full
      if (message % MOST_UNDER_WAY === MOST_UNDER_WAY - 1) await setImmediate();
    }
    expect([receiver.wasGiven('m-0'), receiver.wasGiven('m-1')]).toEqual([false, true]);
  });

  it('says whether every consumer that flow.ts names takes it in here', () => {
    const handover = new Handover();
    const give = (messageId: string) => handover.give(messageId, 'run.requested', EVENTS);
    handover.receive('run.requested', { takeIn: note('planner') });
    handover.receive('run.requested', { takeIn: note('executor') });
    expect(give('m-1')).toBe(false);
    let isWhole = true;
    handover.receive('run.requested', { takeIn: note('ingress'), isOpen: () => isWhole });
    expect(give('m-2')).toBe(true);
    isWhole = false;
    expect(give('m-3')).toBe(false);
  });

  it('is nothing to a consumer that stops', async () => {
    const handover = new Handover();
    const receiver = handover.receive('run.requested', { takeIn: note('planner') });
    receiver.close();
    handover.give('m-1', 'run.requested', EVENTS);
    expect(taken).toEqual([]);
    expect(await receiver.tookIn('m-1')).toBe(false);
  });

  describe('is announced while it is written (4)', () => {
    const [first, second] = ['e-1', 'e-2'].map(
      (id) =>
        ({ id, name: 'run.requested', stream: 'session-shop-a', text: '{}', event: { source: null } }) as WrittenEvent,
    ) as [WrittenEvent, WrittenEvent];
    const APPENDED: Appended = { accepted: new Set([first.stream]), outboxId: 'o', travelling: [first] };
    const accepted: unknown[] = [];
    beforeEach(() => void accepted.splice(0));
    const telling: TakeIn = async (events, underWay) => {
      taken.push(...events.map(({ id }) => id));
      accepted.push(await underWay?.accepted);
    };

    /** Begins to append, and goes on when the announcement was due. */
    async function appending(handover: Handover, events: readonly WrittenEvent[] = [first]) {
      const { promise, resolve, reject } = Promise.withResolvers<Appended>();
      const appended = handover.append(partOf(events, promise));
      expect(taken).toEqual([]);
      await setImmediate();
      return { appended, resolve, reject };
    }

    it('to who begins ahead, once, and handed over to the others when it is committed', async () => {
      const handover = new Handover();
      const planner = handover.receive('run.requested', { takeIn: telling, beginsAhead: true });
      handover.receive('run.requested', { takeIn: note('ingress') });
      const { appended, resolve } = await appending(handover);
      expect([taken, accepted]).toEqual([['e-1'], []]);
      resolve(APPENDED);
      expect(await appended).toBe(APPENDED);
      handover.give('m-1', 'run.requested', [first]);
      expect([taken, accepted]).toEqual([['e-1', 'ingress e-1'], [APPENDED.accepted]]);
      expect(await planner.tookIn('m-1')).toBe(true);
    });

    it('and its outcome is told to who has begun before anybody else', async () => {
      const handover = new Handover();
      const order: string[] = [];
      handover.receive('run.requested', {
        takeIn: async (_events, underWay) => {
          await underWay?.accepted;
          for (let step = 0; step < 20; step += 1) await Promise.resolve();
          order.push('decided');
        },
        beginsAhead: true,
      });
      const { appended, resolve } = await appending(handover);
      const settled = appended.then(() => order.push('settled'));
      resolve(APPENDED);
      await settled;
      expect(order).toEqual(['decided', 'settled']);
    });

    it('and no stream is said to be taken where that fails', async () => {
      const handover = new Handover();
      handover.receive('run.requested', { takeIn: telling, beginsAhead: true });
      const { appended, reject } = await appending(handover);
      reject(new Error('the store is away'));
      await expect(appended).rejects.toThrow('the store is away');
      expect(accepted).toEqual([new Set()]);
    });

    it('and not once its outcome is known', async () => {
      const handover = new Handover();
      handover.receive('run.requested', { takeIn: telling, beginsAhead: true });
      await handover.append(partOf([first], Promise.resolve(APPENDED)));
      await setImmediate();
      expect(taken).toEqual([]);
    });

    it('and its message goes through with what was handed over later (2)', async () => {
      const handover = new Handover();
      const receiver = handover.receive('run.requested', {
        takeIn: async ([event], underWay) => {
          taken.push(event!.id);
          if (underWay && !(await underWay.accepted).has(event!.stream)) throw new Error('its stream was not taken');
        },
        beginsAhead: true,
      });
      for (const [messageId, accepted] of [
        ['m-1', new Set([first.stream])],
        ['m-2', new Set<string>()],
      ] as const) {
        const { appended, resolve } = await appending(handover);
        resolve({ ...APPENDED, accepted });
        await appended;
        handover.give(messageId, 'run.requested', [first, second]);
        expect(taken.splice(0)).toEqual(['e-1', 'e-2']);
        expect(await receiver.tookIn(messageId)).toBe(accepted.size > 0);
      }
    });

    it('but not to a consumer that shares its work, or stops (3)', async () => {
      const handover = new Handover();
      let isWhole = false;
      const receiver = handover.receive('run.requested', { takeIn: telling, isOpen: () => isWhole, beginsAhead: true });
      (await appending(handover)).resolve(APPENDED);
      isWhole = true;
      receiver.close();
      (await appending(handover)).resolve(APPENDED);
      expect(taken).toEqual([]);
    });
  });

  describe('an append of few streams (5)', () => {
    const eventOf = (name: EventName, stream: string) =>
      ({ id: `${name} of ${stream}`, name, stream, text: '{}', event: { source: null } }) as WrittenEvent;
    const written: string[][] = [];
    beforeEach(() => void written.splice(0));
    const writer = (isReady = true): WriterOfAll => ({
      isReady,
      write: async (parts) => {
        written.push(parts.flatMap(({ appends }) => appends.map(({ stream }) => stream)));
        return new Set(written.at(-1));
      },
    });
    const partFor = (name: EventName, ...streams: string[]): AppendPart => {
      const events = streams.map((stream) => eventOf(name, stream));
      const part = partOf(events, Promise.resolve({ accepted: new Set(streams), outboxId: 'o', travelling: events }));
      return Object.assign(part, {
        write: () => (written.push(streams), Promise.resolve(part.taken(new Set(streams)))),
      });
    };

    /** Decides after so many turns of the event loop, and joins with what it decided. */
    const decides = (handover: Handover, upon: EventName, what: EventName, stream: string, turns = 0) => {
      const outcomes: (Appended | null)[] = [];
      handover.receive(upon, {
        beginsAhead: true,
        takeIn: async (_events, underWay) => {
          for (let turn = 0; turn < turns; turn += 1) await setImmediate();
          outcomes.push((await underWay?.join(partFor(what, stream))) ?? null);
        },
      });
      return outcomes;
    };

    it('is sent with what is decided upon it, and upon that', async () => {
      const handover = new Handover(writer());
      const routed = decides(handover, 'run.submitted', 'run.requested', 'session-shop-a');
      const planned = decides(handover, 'run.requested', 'plan.accepted', 'plan-shop-a');
      expect((await handover.append(partFor('run.submitted', 'turn-shop-a'))).travelling).toHaveLength(1);
      expect([routed.length, planned.length]).toEqual([0, 0]);
      await setImmediate();
      expect(written).toEqual([['turn-shop-a', 'session-shop-a', 'plan-shop-a']]);
      expect([routed, planned].map((outcomes) => outcomes.length)).toEqual([1, 1]);
    });

    it('is sent without what is not decided at once', async () => {
      const handover = new Handover(writer());
      const routed = decides(handover, 'run.submitted', 'run.requested', 'session-shop-a', 3);
      await handover.append(partFor('run.submitted', 'turn-shop-a'));
      await setImmediate();
      await setImmediate();
      expect([written, routed]).toEqual([[['turn-shop-a']], [null]]);
    });

    it('is waited with for so many turns at most', async () => {
      const handover = new Handover(writer());
      let joins = 0;
      handover.receive('run.submitted', {
        beginsAhead: true,
        takeIn: async (_events, underWay) => {
          while (underWay?.join(partFor('run.requested', `session-shop-${(joins += 1)}`)) && joins < 1_000)
            await setImmediate();
        },
      });
      await handover.append(partFor('run.submitted', 'turn-shop-a'));
      expect(joins).toBeLessThan(20);
      expect(written).toHaveLength(1);
    });

    it.each([
      ['of many streams', writer(), QUIET_STREAMS + 1],
      ['where the writer rests', writer(false), 1],
      ['without a writer', null, 1],
    ])('is sent at once %s', async (_, ofAll, streams) => {
      const handover = new Handover(ofAll);
      decides(handover, 'run.submitted', 'run.requested', 'session-shop-a');
      const names = Array.from({ length: streams }, (_unused, index) => `turn-shop-${index}`);
      const appending = handover.append(partFor('run.submitted', ...names));
      expect(written).toEqual([names]);
      await appending;
      expect(written).toEqual([names]);
    });
  });
});
