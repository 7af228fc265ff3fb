import {
  createInbox,
  headers,
  type Msg,
  type NatsConnection,
  type PublishOptions,
  type Subscription,
} from '@nats-io/transport-node';
import { subjects } from '@arbiter/contracts';
import type { Sealer } from '@arbiter/store';
import { purposeOf, type AnswerOf, type AskAnswer, type PurposeName } from '../purposes';
import type { Ask } from './ask';
import { GatewayWatch } from './gateway-watch';
import type { Hold } from './hold';
import { PendingAsk, type OnDelta } from './pending-ask';
import { askFailure, askFailureOf, deadlineOf, decodeFrame, encodeAsk, type AskFailure } from './wire';

const NO_RESPONDERS = 503;
/** ends the token of the subject on which the broker reports that no gateway heard a beat */
const BEAT = 'b';

/** The header that carries the asker's trace. */
export const TRACE_PARENT = 'traceparent';

export interface AskerOptions {
  /** where this app may receive replies */
  readonly inboxPrefix: string;
  /** asks that may wait for an answer at once */
  readonly pendingLimit?: number;
  /** how often the asker tells the gateway that it still waits */
  readonly aliveMilliseconds?: number;
}

interface Waiting {
  readonly pending: PendingAsk;
  /** of an ask that is held */
  readonly gateway: GatewayWatch | null;
}

/**
 * Asks provider-gateway over core NATS. Nothing is kept: an ask that gets lost is asked again by the service that
 * recorded it.
 *
 * 1. One inbox for the asker's life; every ask has a token of its own under it.
 * 2. Every ask ends at its deadline at the latest, at once when there are no responders, and with the connection.
 * 3. While an ask waits, and no longer, its askAlive is published; the gateway stops when it hears none.
 * 4. A held ask is kept alive only while its asker holds it, so that no gateway works on it once another asker may ask.
 *    It outlives its gateway: when the gateway is gone, or none is there, the same ask is sent again, until its
 *    deadline.
 */
export class Asker {
  private readonly inbox: string;
  private readonly subscription: Subscription;
  private readonly pending = new Map<string, Waiting>();
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
   * The answer of the purpose, or a failure: `provider_unavailable`, `timed_out`, `cancelled` (by the signal),
   * `overloaded`, `erased`, or a failure of the gateway. Rejects only with an error of `onDelta`, which is called with
   * each piece of a reply in order.
   */
  async ask<Name extends PurposeName>(
    ask: Ask<Name>,
    onDelta?: OnDelta,
    signal?: AbortSignal,
    traceParent?: string | null,
    hold?: Hold,
  ): Promise<AnswerOf<Name> | AskFailure> {
    const wait = deadlineOf(ask) - Date.now();
    if (Number.isNaN(wait))
      return askFailure('ask_invalid', `the deadline "${ask.deadline}" is no time; give an ISO 8601 time in UTC`);
    if (signal?.aborted) return askFailure('cancelled', 'the asker gave up');
    if (wait <= 0) return timedOut();
    if (this.subscription.isClosed()) return disconnected();
    if (this.pending.size >= this.pendingLimit)
      return askFailure('overloaded', `${this.pendingLimit} asks wait for their answers already; ask again later`);
    const asked = { ...ask, ...(onDelta === undefined && { inOnePiece: true }) } as Ask;
    const pending = new PendingAsk(asked, this.sealer, onDelta);
    const cancel = (): void => pending.settle(askFailure('cancelled', 'the asker gave up'));
    signal?.addEventListener('abort', cancel, { once: true });
    const outcome = this.exchange(asked, pending, wait, traceParent, hold).finally(() =>
      signal?.removeEventListener('abort', cancel),
    );
    return outcome as Promise<AnswerOf<Name> | AskFailure>;
  }

  /** Settles all pending asks as unavailable. The connection stays open: its owner closes it. */
  async close(): Promise<void> {
    this.subscription.unsubscribe();
    this.abandonAll();
  }

  private async exchange(
    ask: Ask,
    pending: PendingAsk,
    wait: number,
    traceParent: string | null | undefined,
    hold: Hold | undefined,
  ): Promise<AskAnswer | AskFailure> {
    const token = `${(this.asked += 1)}`;
    const gateway = hold ? new GatewayWatch() : null;
    this.pending.set(token, { pending, gateway });
    const send = (): void => void this.send(ask, pending, `${this.inbox}.${token}`, traceParent);
    const beat = (options: PublishOptions): void => this.publish(pending, subjects.askAlive(ask.askId), '', options);
    const heldBeat = (): void =>
      void this.beatHeld(hold!, pending, gateway!, send, () => beat({ reply: `${this.inbox}.${token}${BEAT}` }));
    const deadline = setTimeout(() => pending.settle(timedOut()), wait);
    const alive = setInterval(hold ? heldBeat : () => beat({}), this.aliveMilliseconds);
    try {
      send();
      return await pending.outcome;
    } finally {
      this.pending.delete(token);
      clearTimeout(deadline);
      clearInterval(alive);
    }
  }

  /** While it is unknown whether the asker still holds the ask, neither a beat nor the ask itself is sent. */
  private async beatHeld(
    hold: Hold,
    pending: PendingAsk,
    gateway: GatewayWatch,
    send: () => void,
    beat: () => void,
  ): Promise<void> {
    const isHeld = await hold().catch(() => null);
    if (isHeld === false) return pending.settle(askFailure('cancelled', 'another asks by now'));
    if (isHeld === null || pending.isSettled) return;
    gateway.next();
    if (!gateway.isGone) return beat();
    gateway.askedAgain();
    send();
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
    const token = message.subject.slice(this.inbox.length + 1);
    const isBeat = token.endsWith(BEAT);
    const waiting = this.pending.get(isBeat ? token.slice(0, -BEAT.length) : token);
    if (!waiting) return;
    const { pending, gateway } = waiting;
    if (message.headers?.code === NO_RESPONDERS) {
      if (!gateway) return pending.settle(unavailable('no provider-gateway is listening'));
      return isBeat ? gateway.beatUnheard() : gateway.notTaken();
    }
    const frame = decodeFrame(message.string());
    if (frame) pending.accept(frame);
  }

  private abandonAll(cause?: Error | void): void {
    for (const { pending } of this.pending.values()) pending.settle(disconnected(cause));
  }
}

const unavailable = (reason: string) => askFailure('provider_unavailable', `${reason}; answer without a model`);
const disconnected = (cause?: Error | void) =>
  unavailable(cause ? `the inbox is closed: ${cause.message}` : 'the inbox is closed');
const timedOut = () => askFailure('timed_out', 'no answer came before the deadline; answer without a model');
