import type { JsMsg } from '@nats-io/jetstream';
import { durableOf, type EventName, type Recorded, type WireEvent } from '@arbiter/contracts';
import {
  FailedDeliveries, Subscription, asArbiterError, buryMessage, messageIdOf, readBatch, type CommittedEvent, type Receiver, type ServiceCore,
} from '@arbiter/platform';

export interface EventHandler<N extends EventName> {
  readonly event: N;
  /** the file that handles it, as flow.ts names it */
  readonly handler: string;
  /** by what stands in the clear; what is not wanted is not even decrypted */
  readonly wants: (event: Pick<WireEvent, 'data'>) => boolean;
  readonly handle: (event: Recorded<N>) => Promise<void>;
}

/**
 * Hands the events of one durable to a handler that decides nothing.
 *
 * 1. What keeps killing its consumer is set aside unread; what fails for a reason of its own, again and again, with its cause.
 * 2. A message is acked after everything wanted in it was handled; handling twice must be harmless.
 * 3. What was handed over within the process and went through there is acked unread.
 */
export function consumeEvents<N extends EventName>(core: ServiceCore, handler: EventHandler<N>): Subscription {
  const failed = new FailedDeliveries(core.database);
  const handedOver = core.handover?.receive(handler.event, (committed) => takeIn(core, committed, handler));
  const subscription: Subscription = new Subscription(core.broker, {
    stream: 'EVT', durable: durableOf('ingress', handler.event), restore: () => core.recovery.restore(), onTrouble: core.onTrouble, dependencies: core.dependencies,
    onMessage: (message) => void take({ core, failed, message, handedOver }, handler).finally(() => subscription.release(message)),
  });
  return subscription;
}

interface Delivery {
  readonly core: ServiceCore;
  readonly failed: FailedDeliveries;
  readonly message: JsMsg;
  readonly handedOver: Receiver | undefined;
}

/** Events that a service of this process has just committed. */
async function takeIn<N extends EventName>(core: ServiceCore, committed: readonly CommittedEvent[], { wants, handle }: EventHandler<N>): Promise<void> {
  const wanted = committed.map(({ event }) => event).filter((event) => wants(event as Pick<WireEvent, 'data'>));
  await core.store.prepare(wanted);
  for (const event of wanted) await handle(event as unknown as Recorded<N>);
}

async function take<N extends EventName>({ core, failed, message, handedOver }: Delivery, handler: EventHandler<N>): Promise<void> {
  try {
    if (await handedOver?.tookIn(messageIdOf(message))) return message.ack();
    const lost = await failed.begin(message);
    const batch = lost === null ? readBatch(message) : { refused: lost };
    if ('refused' in batch) return await setAside(core, message, handler, batch.refused);
    const wanted = batch.wires.filter((wire) => wire.data === undefined || handler.wants(wire));
    for (const event of await core.store.open(wanted)) await handler.handle(event as unknown as Recorded<N>);
    message.ack();
    await failed.ended(message).catch(core.onTrouble);
  } catch (error) {
    core.onTrouble(error);
    await failAgain(core, failed, message, handler, error).catch((failure: unknown) => {
      core.onTrouble(failure);
      message.nak(RETRY_MILLISECONDS);
    });
  }
}

async function failAgain<N extends EventName>(core: ServiceCore, failed: FailedDeliveries, message: JsMsg, handler: EventHandler<N>, error: unknown): Promise<void> {
  const { message: cause, details } = asArbiterError(error);
  if (await failed.failed(message, error)) return setAside(core, message, handler, cause);
  message.nak(details.delayMilliseconds ?? RETRY_MILLISECONDS);
}

async function setAside<N extends EventName>(core: ServiceCore, message: JsMsg, { handler }: EventHandler<N>, cause: string): Promise<void> {
  await buryMessage(core.broker, 'ingress', handler, message, cause);
  core.metrics.deadLettered(handler);
}

const RETRY_MILLISECONDS = 1_000;
