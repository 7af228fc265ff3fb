import { subjects, type App } from '@arbiter/contracts';
import type { Msg, Subscription } from '@nats-io/transport-node';
import type { Broker } from '../bus';

const NO_RESPONDERS = 503;
/** Longer than any batch takes; long before that the other replica answers or is found to be gone. */
const PATIENCE_MILLISECONDS = 30_000;

export interface PeerListeners {
  /** something changed: look */
  readonly onNews: () => void;
  readonly onGone: (name: string) => void;
  /** takes in events that another replica hands over; resolves with the answer */
  readonly onBrought: (body: Uint8Array) => Promise<string>;
  readonly onTrouble: (error: unknown) => void;
}

interface Asked {
  readonly name: string;
  /** milliseconds since the epoch */
  readonly until: number;
  readonly settle: (answer: string | null) => void;
}

/**
 * How replicas of a service speak with each other: over core NATS, on subjects that only this service may use.
 *
 * 1. The broker reports at once that a replica is gone, because nothing subscribes to its subjects. So no answer has to
 *    be waited for.
 * 2. A request is settled once: by its answer, by the news that the other replica is gone, or by PATIENCE_MILLISECONDS.
 */
export class Peers {
  private readonly asked = new Map<string, Asked>();
  private readonly subscriptions: readonly Subscription[];
  private count = 0;
  private closed = false;

  constructor(
    private readonly broker: Broker,
    private readonly app: App,
    private readonly me: string,
    private readonly listeners: PeerListeners,
  ) {
    const { connection } = broker;
    this.subscriptions = [
      connection.subscribe(
        subjects.replica(app, me, '*', '*'),
        this.with((message) => this.hear(message)),
      ),
      connection.subscribe(
        subjects.replicas(app),
        this.with((message) => {
          if (message.string() !== me) listeners.onNews();
        }),
      ),
    ];
  }

  /**
   * A broker that does not yet permit these subjects sends an error instead of a message. Then only the leases show
   * which replicas are alive.
   */
  private with(hear: (message: Msg) => void): { callback: (error: Error | null, message: Msg) => void } {
    return { callback: (error, message) => (error ? this.listeners.onTrouble(error) : hear(message)) };
  }

  tellNews(): void {
    this.publish(subjects.replicas(this.app), this.me);
  }

  /** Finds out whether a replica is gone. */
  ping(name: string): void {
    this.publish(subjects.replica(this.app, name, 'ping', '0'), '', subjects.replica(this.app, this.me, 'gone', name));
  }

  /** Hands something over. Resolves with the answer, with null when there will be none. */
  bring(name: string, body: string): Promise<string | null> {
    if (this.closed) return Promise.resolve(null);
    this.count += 1;
    const number = String(this.count);
    return new Promise((settle) => {
      this.asked.set(number, { name, until: Date.now() + PATIENCE_MILLISECONDS, settle });
      this.publish(
        subjects.replica(this.app, name, 'bring', number),
        body,
        subjects.replica(this.app, this.me, 'answer', number),
      );
    });
  }

  /** Settles requests to replicas that are gone, and requests that are too old. */
  giveUp(isThere: (name: string) => boolean): void {
    const now = Date.now();
    for (const [number, { name, until }] of this.asked) if (until < now || !isThere(name)) this.settle(number, null);
  }

  close(): void {
    this.closed = true;
    this.giveUp(() => false);
    for (const subscription of this.subscriptions) subscription.unsubscribe();
  }

  private hear(message: Msg): void {
    const [what, about] = message.subject.split('.').slice(-2) as [string, string];
    const isNobody = message.headers?.code === NO_RESPONDERS;
    if (what === 'bring') return this.answer(message);
    if (what === 'gone' && isNobody) return this.listeners.onGone(about);
    if (what !== 'answer') return;
    if (isNobody && this.asked.has(about)) this.listeners.onGone(this.asked.get(about)!.name);
    this.settle(about, isNobody ? null : message.string());
  }

  private answer({ data, reply }: Msg): void {
    if (!reply) return;
    this.listeners.onBrought(data).then((answer) => this.publish(reply, answer), this.listeners.onTrouble);
  }

  private settle(number: string, answer: string | null): void {
    const asked = this.asked.get(number);
    this.asked.delete(number);
    asked?.settle(answer);
  }

  /** A closed connection sends nothing; no request waits for it any more. */
  private publish(subject: string, body: string, reply?: string): void {
    const { connection } = this.broker;
    if (!connection.isClosed()) connection.publish(subject, body, reply === undefined ? {} : { reply });
  }
}
