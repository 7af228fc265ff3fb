import {
  createInbox,
  headers,
  type Msg,
  type NatsConnection,
  type PublishOptions,
  type Subscription,
} from '@nats-io/transport-node';
import { subjects } from '@arbiter/contracts';
import type { Sealer } from '../../sealing';
import { purposeOf, type AnswerOf, type AskAnswer, type PurposeName } from '../purposes';
import type { Ask } from './ask';
import { PendingAsk, type OnDelta } from './pending-ask';
import type { SynthesisRuntime } from './synthesis-runtime';
import { askFailure, askFailureOf, deadlineOf, decodeFrame, encodeAsk, type AskFailure } from './wire';

const NO_RESPONDERS = 503;

/** The header that carries the asker's trace. */
export const TRACE_PARENT = 'traceparent';

export interface AskerOptions {
  /** where this app may receive replies */
  readonly inboxPrefix: string;
  /** asks that may wait for an answer at once */
  readonly pendingLimit?: number;
  /** how often the gateway is told that the asker still waits */
  readonly aliveMilliseconds?: number;
}

/**
 * Asks provider-gateway over core NATS. Nothing is kept: an ask that gets lost is asked again by the service that recorded it.
 *
 * 1. One inbox for the asker's life; every ask has a token of its own under it.
 * 2. Every ask ends at its deadline at the latest, at once when there are no responders, and with the connection.
 * 3. While an ask waits, and no longer, its askAlive is published; the gateway stops when it hears none.
 */
export class Asker implements SynthesisRuntime {
  private readonly inbox: string;
  private readonly subscription: Subscription;
  private readonly pending = new Map<string, PendingAsk>();
  private readonly pendingLimit: number;
  private readonly aliveMilliseconds: number;
  private asked = 0;

  constructor(
    private readonly connection: NatsConnection,
    private readonly sealer: Sealer,
    options: AskerOptions,
  ) {
    const { inboxPrefix, pendingLimit = 4_096, aliveMilliseconds = 1_000 } = options;
    this.inbox = createInbox(inboxPrefix);
    this.pendingLimit = pendingLimit;
    this.aliveMilliseconds = aliveMilliseconds;
    this.subscription = connection.subscribe(`${this.inbox}.*`, {
      callback: (error, message) => (error ? undefined : this.receive(message)),
    });
    void this.subscription.closed.then((cause) => this.abandonAll(cause));
  }

  /**
   * The answer that the purpose has, or a failure: `provider_unavailable`, `timed_out`, `cancelled` (by the signal), `overloaded`, `erased`, or
   * what the gateway says. Rejects only with what `onDelta` throws, which is called with each piece of a reply in order.
   */
  async ask<Name extends PurposeName>(
    ask: Ask<Name>,
    onDelta?: OnDelta,
    signal?: AbortSignal,
    traceParent?: string | null,
  ): Promise<AnswerOf<Name> | AskFailure> {
    const wait = deadlineOf(ask) - Date.now();
    if (Number.isNaN(wait))
      return askFailure('ask_invalid', `the deadline "${ask.deadline}" is no time; give an ISO 8601 time in UTC`);
    if (signal?.aborted) return askFailure('cancelled', 'the asker gave up');
    if (wait <= 0) return timedOut();
    if (this.subscription.isClosed()) return disconnected();
    if (this.pending.size >= this.pendingLimit)
      return askFailure('overloaded', `${this.pendingLimit} asks wait for their answers already; ask again later`);
    const pending = new PendingAsk(ask as Ask, this.sealer, onDelta);
    const cancel = (): void => pending.settle(askFailure('cancelled', 'the asker gave up'));
    signal?.addEventListener('abort', cancel, { once: true });
    const outcome = this.exchange(ask as Ask, pending, wait, traceParent).finally(() =>
      signal?.removeEventListener('abort', cancel),
    );
    return outcome as Promise<AnswerOf<Name> | AskFailure>;
  }

  /** Settles what still waits as unavailable. The connection stays open: it is its owner's. */
  async close(): Promise<void> {
    this.subscription.unsubscribe();
    this.abandonAll();
  }

  private async exchange(
    ask: Ask,
    pending: PendingAsk,
    wait: number,
    traceParent: string | null | undefined,
  ): Promise<AskAnswer | AskFailure> {
    const token = `${(this.asked += 1)}`;
    this.pending.set(token, pending);
    const deadline = setTimeout(() => pending.settle(timedOut()), wait);
    const alive = setInterval(
      () => this.publish(pending, subjects.askAlive(ask.askId), '', {}),
      this.aliveMilliseconds,
    );
    try {
      void this.send(ask, pending, `${this.inbox}.${token}`, traceParent);
      return await pending.outcome;
    } finally {
      this.pending.delete(token);
      clearTimeout(deadline);
      clearInterval(alive);
    }
  }

  private async send(
    ask: Ask,
    pending: PendingAsk,
    reply: string,
    traceParent: string | null | undefined,
  ): Promise<void> {
    try {
      await this.sealer.load([ask]);
      const subject = subjects.ask(purposeOf(ask.purpose).subject);
      const head = headers();
      if (traceParent) head.set(TRACE_PARENT, traceParent);
      this.publish(pending, subject, encodeAsk(ask, this.sealer), { reply, headers: head });
    } catch (error) {
      pending.settle(askFailureOf(error));
    }
  }

  private publish(pending: PendingAsk, subject: string, body: string, options: PublishOptions): void {
    try {
      this.connection.publish(subject, body, options);
    } catch (error) {
      pending.settle(
        unavailable(`NATS refuses to publish: ${error instanceof Error ? error.message : 'unknown error'}`),
      );
    }
  }

  private receive(message: Msg): void {
    const pending = this.pending.get(message.subject.slice(this.inbox.length + 1));
    if (!pending) return;
    if (message.headers?.code === NO_RESPONDERS) return pending.settle(unavailable('no provider-gateway is listening'));
    const frame = decodeFrame(message.string());
    if (frame) pending.accept(frame);
  }

  private abandonAll(cause?: Error | void): void {
    for (const pending of this.pending.values()) pending.settle(disconnected(cause));
  }
}

const unavailable = (reason: string) => askFailure('provider_unavailable', `${reason}; answer without a model`);
const disconnected = (cause?: Error | void) =>
  unavailable(cause ? `the inbox is closed: ${cause.message}` : 'the inbox is closed');
const timedOut = () => askFailure('timed_out', 'no answer came before the deadline; answer without a model');
