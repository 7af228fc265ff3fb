import { createInbox, type Msg, type MsgHdrs, type NatsConnection } from '@nats-io/transport-node';
import { retryable } from '@arbiter/contracts';

const PATIENCE_MILLISECONDS = 5_000;
const SWEEP_MILLISECONDS = 1_000;

interface Waiting {
  readonly until: number;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

/**
 * Publishes to JetStream and watches for the acknowledgements, many at a time on one subscription: a request of its own for
 * each message costs a timer and an error object apiece, which a busy service feels.
 *
 * 1. Every publish ends: acknowledged, refused, or given up after five seconds.
 * 2. The subscription and the sweep end with the connection.
 */
export class Acknowledgements {
  private readonly inbox: string;
  private readonly waiting = new Map<string, Waiting>();
  private sweep: NodeJS.Timeout | null = null;
  private count = 0;

  constructor(private readonly connection: NatsConnection, inboxPrefix: string) {
    this.inbox = createInbox(inboxPrefix);
    connection.subscribe(`${this.inbox}.*`, { callback: (error, message) => (error ? undefined : this.receive(message)) });
  }

  publish(subject: string, body: string, headers: MsgHdrs): Promise<void> {
    this.count += 1;
    const reply = `${this.inbox}.${this.count}`;
    return new Promise((resolve, reject) => {
      this.waiting.set(reply, { until: Date.now() + PATIENCE_MILLISECONDS, resolve, reject });
      this.sweep ??= setTimeout(() => this.giveUp(), SWEEP_MILLISECONDS);
      this.connection.publish(subject, body, { reply, headers });
    });
  }

  private receive(message: Msg): void {
    const waiting = this.waiting.get(message.subject);
    if (!waiting) return;
    this.waiting.delete(message.subject);
    const refusal = message.headers?.code ? `status ${message.headers.code}` : refusalIn(message);
    if (refusal) waiting.reject(retryable('publish_refused', `the broker refused a message: ${refusal}`));
    else waiting.resolve();
  }

  private giveUp(): void {
    this.sweep = null;
    const now = Date.now();
    for (const [reply, waiting] of this.waiting) {
      if (waiting.until > now) continue;
      this.waiting.delete(reply);
      waiting.reject(retryable('publish_timed_out', `the broker acknowledged nothing within ${PATIENCE_MILLISECONDS} ms`));
    }
    if (this.waiting.size > 0) this.sweep = setTimeout(() => this.giveUp(), SWEEP_MILLISECONDS);
  }
}

function refusalIn(message: Msg): string | null {
  const { error } = message.json<{ error?: { description?: string } }>();
  return error ? (error.description ?? 'no reason given') : null;
}
