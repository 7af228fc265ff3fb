import { createInbox, type Msg, type MsgHdrs } from '@nats-io/transport-node';
import { retryable } from '@arbiter/contracts';
import type { Broker } from './broker';

export const ACK_PATIENCE_MILLISECONDS = 5_000;
/** however often the connection breaks meanwhile; the outbox has it then */
const LONGEST_MILLISECONDS = 9_000;
const SWEEP_MILLISECONDS = 1_000;
const AGAIN_MILLISECONDS = 250;
/** A broker that has not taken up its streams yet answers that there are no responders. */
const NOBODY_LISTENS = 503;

interface Waiting {
  until: number;
  /** the time by which the acknowledgement is given up at the latest */
  readonly last: number;
  readonly send: () => void;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

/**
 * Publishes to JetStream and watches for the acknowledgements, many at a time on one subscription: a request of its own
 * for each message costs a timer and an error object apiece, which a busy service feels.
 *
 * 1. Every publish ends: acknowledged, refused, or given up after five seconds. Where there are no responders it is
 *    tried again until then.
 * 2. A message whose connection broke before its acknowledgement is sent again under the same message id once the
 *    connection is back; the broker recognises a message that it has.
 * 3. The subscription and the sweep end with the connection.
 */
export class Acknowledgements {
  private readonly inbox: string;
  private readonly waiting = new Map<string, Waiting>();
  private sweep: NodeJS.Timeout | null = null;
  private count = 0;

  constructor(private readonly broker: Pick<Broker, 'connection' | 'inbox' | 'nextReconnect'>) {
    this.inbox = createInbox(broker.inbox);
    this.broker.connection.subscribe(`${this.inbox}.*`, {
      callback: (error, message) => (error ? undefined : this.receive(message)),
    });
    this.sendAgainAtReconnects();
  }

  publish(subject: string, body: string, headers: MsgHdrs): Promise<void> {
    this.count += 1;
    const reply = `${this.inbox}.${this.count}`;
    return new Promise((resolve, reject) => {
      const send = (): void => this.broker.connection.publish(subject, body, { reply, headers });
      const now = Date.now();
      this.waiting.set(reply, {
        until: now + ACK_PATIENCE_MILLISECONDS,
        last: now + LONGEST_MILLISECONDS,
        send,
        resolve,
        reject,
      });
      this.sweep ??= setTimeout(() => this.giveUp(), SWEEP_MILLISECONDS);
      send();
    });
  }

  private sendAgainAtReconnects(): void {
    const again = (): void => {
      this.sendAgainAtReconnects();
      const now = Date.now();
      for (const waiting of this.waiting.values()) {
        waiting.until = Math.min(waiting.last, now + ACK_PATIENCE_MILLISECONDS);
        waiting.send();
      }
    };
    this.broker.nextReconnect().addEventListener('abort', again, { once: true });
  }

  private receive(message: Msg): void {
    const waiting = this.waiting.get(message.subject);
    if (!waiting) return;
    if (message.headers?.code === NOBODY_LISTENS) return this.sendLater(message.subject, waiting);
    this.waiting.delete(message.subject);
    const refusal = message.headers?.code ? `status ${message.headers.code}` : refusalIn(message);
    if (refusal) waiting.reject(retryable('publish_refused', `the broker refused a message: ${refusal}`));
    else waiting.resolve();
  }

  /** Tries again until it is given up: a broker that comes back is there before its streams are. */
  private sendLater(reply: string, waiting: Waiting): void {
    setTimeout(() => {
      if (this.waiting.has(reply) && !this.broker.connection.isClosed()) waiting.send();
    }, AGAIN_MILLISECONDS);
  }

  private giveUp(): void {
    this.sweep = null;
    const now = Date.now();
    for (const [reply, waiting] of this.waiting) {
      if (waiting.until > now) continue;
      this.waiting.delete(reply);
      waiting.reject(
        retryable('publish_timed_out', `the broker acknowledged nothing within ${ACK_PATIENCE_MILLISECONDS} ms`),
      );
    }
    if (this.waiting.size > 0) this.sweep = setTimeout(() => this.giveUp(), SWEEP_MILLISECONDS);
  }
}

function refusalIn(message: Msg): string | null {
  const { error } = message.json<{ error?: { description?: string } }>();
  return error ? (error.description ?? 'no reason given') : null;
}
