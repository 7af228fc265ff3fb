import { setTimeout as delay } from 'node:timers/promises';
import { seededRandom } from '@arbiter/sandbox-vendor';
import { Caller } from './caller';
import { asks, decides, refunds, runs, type World } from './conversations';
import { findOrders, type Order } from './orders';

const LONGEST_PAUSE_MILLISECONDS = 1_000;

/** One person's repeated behaviour, with orders of their own: no order is in two conversations at once. */
type Habit = (world: World, mine: readonly Order[]) => Promise<void>;

export interface Load {
  readonly caller: Caller;
  /** conversations that were given up, and why: a request was refused for good, or no answer came for minutes */
  readonly failures: string[];
  /** resolves when all users have finished their conversations */
  readonly done: Promise<void>;
}

/** Keeps `people` busy until `end` (milliseconds since 1970), each with one thing after the other. */
export async function startLoad(
  url: string,
  vendorUrl: string,
  people: number,
  seed: number,
  end: number,
): Promise<Load> {
  const world = { caller: new Caller(url), orders: await findOrders(vendorUrl), random: seededRandom(seed) };
  const failures: string[] = [];
  const begin = Date.now();
  const small = world.orders.small.length;
  /** The small orders last until the end. */
  const nextSmall = (): Order | undefined =>
    small - world.orders.small.length < (small * (Date.now() - begin)) / (end - begin) + people
      ? world.orders.small.pop()
      : undefined;
  const habits: readonly Habit[] = [
    async (all, mine) => asks(all, all.random.pick(mine)),
    async (all, mine) => decides(all, all.random.pick(mine)),
    async (all, mine) => {
      const order = nextSmall();
      await (order ? refunds(all, order) : runs(all, all.random.pick(mine)));
    },
  ];
  const live = async (_: unknown, index: number): Promise<void> => {
    const mine = world.orders.large.filter((__, order) => order % people === index);
    while (Date.now() < end) {
      await habits[index % habits.length]!(world, mine).catch((error: unknown) => {
        failures.push(String(error));
      });
      await delay(world.random.between(0, LONGEST_PAUSE_MILLISECONDS));
    }
  };
  return {
    caller: world.caller,
    failures,
    done: Promise.all(Array.from({ length: people }, live)).then(() => undefined),
  };
}
