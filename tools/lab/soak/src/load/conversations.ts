import { randomUUID } from 'node:crypto';
import type { SeededRandom } from '@arbiter/sandbox-vendor';
import type { Caller } from './caller';
import type { Order, Orders } from './orders';

export interface World {
  readonly caller: Caller;
  readonly orders: Orders;
  readonly random: SeededRandom;
}

/** The templates that refund through each kind of vendor. */
const REFUNDS = ['refund_order', 'refund_order_etag', 'refund_order_plain'] as const;
const DIRECT = ['order_status', 'echo_five'] as const;
const SMALL_TALK = ['thanks', 'hello', 'any luck?'] as const;
const DECISIONS = ['yes', 'yes', 'yes', 'no', 'stop'] as const;
/** one in this many refunds is asked to stop at once */
const CANCELLED_ONE_IN = 6;

/** Asks for the state of an order and adds a remark, in one chat. */
export async function asks(world: World, { customerId, orderNumber }: Order): Promise<void> {
  const session = `soak-${randomUUID()}`;
  await answered(world, await world.caller.say(session, customerId, `Where is my order ${orderNumber}?`));
  await answered(world, await world.caller.say(session, customerId, world.random.pick(SMALL_TALK)));
}

/** Asks for part of an order's money back, and answers the proposal with yes, no or stop. */
export async function decides(world: World, { customerId, orderNumber }: Order): Promise<void> {
  const session = `soak-${randomUUID()}`;
  const proposed = await world.caller.say(session, customerId, `refund 2 euros of order ${orderNumber}`, orderNumber);
  if ((await world.caller.outcome(proposed)) !== 'waiting_for_approval') return;
  await answered(world, await world.caller.say(session, customerId, world.random.pick(DECISIONS)));
  await answered(world, proposed);
}

/** A refund without a question, through one of the kinds of vendors; now and then it is asked to stop. */
export async function refunds(world: World, { customerId, orderNumber }: Order): Promise<void> {
  const run = await world.caller.submit(world.random.pick(REFUNDS), { orderNumber }, customerId, orderNumber);
  if (world.random.between(1, CANCELLED_ONE_IN) === 1) await world.caller.cancel(run);
  await answered(world, run);
}

/** A named template without any effect. */
export async function runs(world: World, { customerId, orderNumber }: Order): Promise<void> {
  const template = world.random.pick(DIRECT);
  await answered(
    world,
    await world.caller.submit(template, template === 'echo_five' ? { text: 'hello' } : { orderNumber }, customerId),
  );
}

async function answered({ caller }: World, requestId: string): Promise<void> {
  await caller.outcome(requestId);
}
