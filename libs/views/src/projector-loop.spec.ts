import { ProjectorLoop } from './projector-loop';

const NOTHING = { held: 5, events: 0, more: false };
const FEW = { held: 5, events: 3, more: false };
const MANY = { held: 5, events: 900, more: false };
const MORE = { held: 5, events: 2_000, more: true };

/** Runs a loop through these rounds, without waiting; returns how long it would have waited after each. */
async function pausesAfter(
  ...answers: (typeof NOTHING | Error)[]
): Promise<{ pauses: readonly number[]; troubles: readonly unknown[] }> {
  const pauses: number[] = [];
  const troubles: unknown[] = [];
  const { promise: finished, resolve } = Promise.withResolvers<void>();
  let round = 0;
  const projector = {
    isQuiet: async () => false,
    round: async () => {
      const answer = answers[round] ?? NOTHING;
      round += 1;
      if (answer instanceof Error) throw answer;
      return answer;
    },
  };
  const loop = new ProjectorLoop(
    projector,
    (error) => troubles.push(error),
    async (milliseconds) => {
      pauses.push(milliseconds);
      if (pauses.length === answers.length) resolve();
      await new Promise((next) => setImmediate(next));
    },
  );
  loop.start();
  await finished;
  await loop.close();
  return { pauses: pauses.slice(0, answers.length), troubles };
}

describe('the projector loop', () => {
  it('goes on at once while there is more than a page, and lets gather what is less, longer when many come in', async () => {
    expect((await pausesAfter(MORE, MORE, MANY, FEW)).pauses).toEqual([0, 0, 500, 150]);
  });

  it('looks less often while nothing comes in, and as often as before once something did', async () => {
    expect((await pausesAfter(FEW, NOTHING, NOTHING, NOTHING, FEW, NOTHING)).pauses).toEqual([
      150, 300, 600, 600, 150, 300,
    ]);
  });

  it('begins no round while all is quiet', async () => {
    let looks = 0;
    let rounds = 0;
    const { promise: finished, resolve } = Promise.withResolvers<void>();
    const loop = new ProjectorLoop(
      {
        isQuiet: async () => (looks += 1) % 3 !== 0,
        round: async () => {
          rounds += 1;
          return NOTHING;
        },
      },
      () => undefined,
      async () => (looks >= 9 ? resolve() : undefined),
    );
    loop.start();
    await finished;
    await loop.close();
    expect([looks, rounds]).toEqual([9, 3]);
  });

  it('tells of failures, waits longer with each, at most five seconds, and goes on', async () => {
    const failure = new Error('the database is away');
    const { pauses, troubles } = await pausesAfter(...Array.from({ length: 6 }, () => failure), NOTHING, failure);
    expect(pauses).toEqual([1_000, 2_000, 4_000, 5_000, 5_000, 5_000, 300, 1_000]);
    expect(troubles).toHaveLength(7);
  });

  it('finishes its page when it is closed, and begins no other', async () => {
    const { promise: page, resolve } = Promise.withResolvers<void>();
    let rounds = 0;
    let closed = false;
    const loop = new ProjectorLoop(
      {
        isQuiet: async () => false,
        round: async () => {
          rounds += 1;
          await page;
          return MORE;
        },
      },
      () => undefined,
    );
    loop.start();
    const closing = loop.close().then(() => (closed = true));
    await new Promise((next) => setImmediate(next));
    expect(closed).toBe(false);
    resolve();
    await closing;
    expect(rounds).toBe(1);
  });
});
