import { setImmediate } from 'node:timers/promises';
import type { CommittedEvent } from '../event-store';
import { Handover, MOST_OUTCOMES, MOST_UNDER_WAY, type TakeIn } from './handover';

const EVENTS = [{ id: 'e-1', name: 'run.requested' } as CommittedEvent];

describe('what is handed over within a process', () => {
  const taken: string[] = [];
  beforeEach(() => taken.splice(0));

  const note =
    (name: string): TakeIn =>
    async (events) =>
      void taken.push(...events.map(({ id }) => `${name} ${id}`));

  it('reaches every consumer of its kind and no other (1)', async () => {
    const handover = new Handover();
    handover.receive('run.requested', note('planner'));
    handover.receive('run.requested', note('executor'));
    handover.receive('run.completed', note('router'));
    handover.give('m-1', 'run.requested', EVENTS);
    expect(taken).toEqual(['planner e-1', 'executor e-1']);
  });

  it('lets the copy of the broker pass, once, when it went through (2)', async () => {
    const handover = new Handover();
    const receiver = handover.receive('run.requested', note('planner'));
    handover.give('m-1', 'run.requested', EVENTS);
    expect(await receiver.tookIn('m-1')).toBe(true);
    expect(await receiver.tookIn('m-1')).toBe(false);
    expect(await receiver.tookIn('m-2')).toBe(false);
  });

  it('has the copy of the broker taken in when it failed, and waits for that (2)', async () => {
    const { promise, reject } = Promise.withResolvers<void>();
    const handover = new Handover();
    const receiver = handover.receive('run.requested', () => promise);
    handover.give('m-1', 'run.requested', EVENTS);
    const asked = receiver.tookIn('m-1');
    reject(new Error('the store is away'));
    expect(await asked).toBe(false);
  });

  it('is left to the broker when the consumer has its hands full, until one is through (3)', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const handover = new Handover();
    const receiver = handover.receive('run.requested', () => promise);
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
    const receiver = handover.receive('run.requested', note('planner'), () => isWhole);
    handover.give('m-1', 'run.requested', EVENTS);
    expect([taken, await receiver.tookIn('m-1')]).toEqual([[], false]);
    isWhole = true;
    handover.give('m-2', 'run.requested', EVENTS);
    expect([taken, await receiver.tookIn('m-2')]).toEqual([['planner e-1'], true]);
  });

  it('keeps so many outcomes for a broker that is slow, and the oldest no longer (2)', async () => {
    const handover = new Handover();
    const receiver = handover.receive('run.requested', note('planner'));
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
    handover.receive('run.requested', note('planner'));
    handover.receive('run.requested', note('executor'));
    expect(give('m-1')).toBe(false);
    let isWhole = true;
    handover.receive('run.requested', note('ingress'), () => isWhole);
    expect(give('m-2')).toBe(true);
    isWhole = false;
    expect(give('m-3')).toBe(false);
  });

  it('is nothing to a consumer that stops', async () => {
    const handover = new Handover();
    const receiver = handover.receive('run.requested', note('planner'));
    receiver.close();
    handover.give('m-1', 'run.requested', EVENTS);
    expect(taken).toEqual([]);
    expect(await receiver.tookIn('m-1')).toBe(false);
  });
});
