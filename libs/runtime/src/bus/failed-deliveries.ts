import { asArbiterError, isPassing } from '@arbiter/resilience';
import type { Database } from '@arbiter/store';
import type { JsMsg } from '@nats-io/jetstream';

/**
 * The broker counts every delivery, those of an outage too: only a message that came more often than this is looked at
 * twice.
 */
const OFTEN_DELIVERED = 10;
/** A message is set aside after this many failures, and after this many deliveries that ended the process. */
const MOST_ATTEMPTS = 10;

/**
 * Counts the failures of each message where every replica sees them.
 *
 * 1. A delivery counts only when it failed after it was decoded, or when it never ended at all.
 * 2. A message that was delivered often is counted before it is decoded, so a message that kills its consumer is found
 *    too.
 */
export class FailedDeliveries {
  constructor(private readonly database: Database) {}

  /** Call before decoding. Returns why the message must be set aside unread; null to go on. */
  async begin(message: JsMsg): Promise<string | null> {
    if (message.info.deliveryCount <= OFTEN_DELIVERED) return null;
    const attempts = await this.count(message, 'it was taken and never ended');
    return attempts > MOST_ATTEMPTS ? `taken ${attempts} times without an end` : null;
  }

  /** It failed. True when it did so for reasons of its own often enough: it must be set aside. */
  async failed(message: JsMsg, error: unknown): Promise<boolean> {
    return !isPassing(error) && (await this.count(message, asArbiterError(error).message)) >= MOST_ATTEMPTS;
  }

  /** The message went through, or its failure was not its own: forgets its count. */
  async ended(message: JsMsg): Promise<void> {
    if (message.info.deliveryCount <= 1) return;
    const { consumer, streamSequence } = message.info;
    await this.database.lazily({
      name: 'failed-delivery-end',
      text: 'delete from failed_delivery where durable = $1 and sequence = $2',
      values: [consumer, streamSequence],
    });
  }

  private async count(message: JsMsg, cause: string): Promise<number> {
    const { consumer, streamSequence } = message.info;
    const { rows } = await this.database.pool.query<{ attempts: number }>({
      name: 'failed-delivery-count',
      text: `insert into failed_delivery (durable, sequence, attempts, cause) values ($1, $2, 1, $3)
             on conflict (durable, sequence) do update set attempts = failed_delivery.attempts + 1, cause = excluded.cause, at = now() returning attempts`,
      values: [consumer, streamSequence, cause.slice(0, 200)],
    });
    return rows[0]!.attempts;
  }
}
