import { createInbox, type Msg, type MsgHdrs, type NatsConnection } from '@nats-io/transport-node';
import { retryable } from '@arbiter/contracts';

export const ACK_PATIENCE_MILLISECONDS = 5_000;
const SWEEP_MILLISECONDS = 1_000;
const AGAIN_MILLISECONDS = 250;
/** A broker that has not taken up its streams yet answers that nobody listens. */
const NOBODY_LISTENS = 503;

interface Waiting {
  readonly until: number;
  readonly send: () => void;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

/**
 * Publishes to JetStream and watches for the acknowledgements, many at a time on one subscription: a request of its own for
 * each message costs a timer and an error object apiece, which a busy service feels.
 *
 * 1. Every publish ends: acknowledged, refused, or given up after five seconds. Where nobody listens it is tried again until then.
 * 2. The subscription, the sweep and the watch end with the connection.
 * 3. What was on its way when the connection broke is sent again, under its own id, once there is one: the outbox would wait for
 *    twice as long as an acknowledgement may take.
 */
export class Acknowledgements {
  private readonly inbox: string;
  private readonly waiting = new Map<string, Waiting>();
  private sweep: NodeJS.Timeout | null = null;
  private count = 0;

  constructor(private readonly connection: NatsConnection, inboxPrefix: string) {
    this.inbox = createInbox(inboxPrefix);
    connection.subscribe(`${this.inbox}.*`, { callback: (error, message) => (error ? undefined : this.receive(message)) });
    void this.sendAgainOnReconnect();
  }

  publish(subject: string, body: string, headers: MsgHdrs): Promise<void> {
    this.count += 1;
    const reply = `${this.inbox}.${this.count}`;
    return new Promise((resolve, reject) => {
      const send = (): void => this.connection.publish(subject, body, { reply, headers });
      this.waiting.set(reply, { until: Date.now() + ACK_PATIENCE_MILLISECONDS, send, resolve, reject });
      this.sweep ??= setTimeout(() => this.giveUp(), SWEEP_MILLISECONDS);
      send();
    });
  }

  private async sendAgainOnReconnect(): Promise<void> {
    for await (const { type } of this.connection.status()) {
      if (type === 'reconnect') for (const { send } of this.waiting.values()) send();
    }
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
      if (this.waiting.has(reply) && !this.connection.isClosed()) waiting.send();
    }, AGAIN_MILLISECONDS);
  }

  private giveUp(): void {
    this.sweep = null;
    const now = Date.now();
    for (const [reply, waiting] of this.waiting) {
      if (waiting.until > now) continue;
      this.waiting.delete(reply);
      waiting.reject(retryable('publish_timed_out', `the broker acknowledged nothing within ${ACK_PATIENCE_MILLISECONDS} ms`));
    }
    if (this.waiting.size > 0) this.sweep = setTimeout(() => this.giveUp(), SWEEP_MILLISECONDS);
  }
}

function refusalIn(message: Msg): string | null {
  const { error } = message.json<{ error?: { description?: string } }>();
  return error ? (error.description ?? 'no reason given') : null;
}
