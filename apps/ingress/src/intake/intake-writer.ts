import { setTimeout as delay } from 'node:timers/promises';
import {
  canonicalJson,
  conflict,
  retryable,
  type ArbiterError,
  type EventName,
  type RecordedOf,
} from '@arbiter/contracts';
import { atMost, asArbiterError, isPassing, type Dependencies } from '@arbiter/resilience';
import type { Publisher, ShellMetrics } from '@arbiter/runtime';
import type { Appended, StreamAppend, EventStore, Outbox, Keyring, Customer } from '@arbiter/store';
import { LRUCache } from 'lru-cache';
import { v7 as timeOrderedId } from 'uuid';
import type { PendingFact } from './pending-fact';

const PATIENCE_MILLISECONDS = 10_000;
const FIRST_PAUSE_MILLISECONDS = 20;
const LONGEST_PAUSE_MILLISECONDS = 1_000;

export interface WriterParts {
  readonly app: string;
  readonly store: EventStore;
  readonly keyring: Keyring;
  readonly publisher: Publisher;
  readonly outbox: Outbox;
  readonly metrics: ShellMetrics;
  readonly onTrouble: (error: unknown) => void;
  readonly dependencies: Dependencies;
}

/**
 * Writes a batch of received facts, at most one a stream, in one append.
 *
 * 1. The version of a fact is a guess from the last known state of its stream; the append decides.
 * 2. When a stream's append was refused, the stream has the fact already or got another one meanwhile. Its fact is
 *    handed back for the next batch, where its dedupe key is looked for and then the stream's head is read. The rest of
 *    the batch is committed.
 * 3. A lost connection repeats the append; if the first did commit, 2 finds its facts and calls them duplicates.
 * 4. An error of the data is bisected to its fact, which alone fails.
 * 5. Every fact is settled, failed or handed back exactly once, in bounded time.
 */
export class IntakeWriter {
  private readonly publishing = new Set<Promise<void>>();
  private readonly heads = new LRUCache<string, number>(atMost(100_000));

  constructor(private readonly parts: WriterParts) {}

  /** Returns the facts that must be tried again. */
  async write(
    batch: readonly PendingFact[],
    deadline = Date.now() + PATIENCE_MILLISECONDS,
  ): Promise<readonly PendingFact[]> {
    let open = batch;
    for (let attempt = 1; open.length > 0; attempt += 1) {
      try {
        await this.parts.keyring.create(open.map(({ fact }) => fact));
        open = await this.withoutDuplicates(open);
        return open.length > 0 ? await this.append(open) : [];
      } catch (error) {
        if (!isPassing(error)) return this.bisect(open, error, deadline);
        this.parts.onTrouble(error);
        this.parts.dependencies.met(error);
        if (Date.now() > deadline)
          return failAll(
            open,
            retryable('unavailable', 'the event store does not answer; send it again', 2_000, error),
          );
        await delay(Math.min(LONGEST_PAUSE_MILLISECONDS, FIRST_PAUSE_MILLISECONDS * 2 ** attempt));
      }
    }
    return [];
  }

  /** Resolves when the broker has acknowledged or refused every written fact. */
  async close(): Promise<void> {
    await Promise.all(this.publishing);
  }

  /** Settles the facts that were recorded earlier; returns the others. */
  private async withoutDuplicates(open: readonly PendingFact[]): Promise<readonly PendingFact[]> {
    const refused = open.filter((pending) => pending.refusals > 0);
    const found = await Promise.all(
      refused.map(({ fact }) => this.parts.store.findByDedupeKey(fact.stream, fact.dedupeKey)),
    );
    const duplicates = new Map(refused.map((pending, index) => [pending, found[index]]));
    return open.filter((pending) => {
      const event = duplicates.get(pending);
      if (event) this.compare(pending, event);
      return !event;
    });
  }

  private compare(pending: PendingFact, event: RecordedOf<EventName>): void {
    const { payloadHash } = event.data as { payloadHash: string };
    // An account may have been linked or unlinked since: the message is the same, and its hash uses the key of its
    // owner at that time.
    const owner = { tenant: event.tenant, customerId: event.customerId };
    if (this.parts.keyring.keyIdOf(owner) !== null && payloadHash === this.hashOf(pending, owner))
      pending.settle({ status: 'duplicate', requestId: event.correlationId });
    else
      pending.fail(
        conflict('other_payload', 'something else came in before under the same id; give a new thing a new id'),
      );
  }

  /** Returns the facts that were refused. */
  private async append(open: readonly PendingFact[]): Promise<readonly PendingFact[]> {
    await this.learnHeads(open);
    const stop = this.parts.metrics.append();
    const appends = open.map((pending) => this.toAppend(pending));
    const appended = await this.parts.publisher.append(this.parts.store.part(appends));
    stop();
    return this.settle(open, appended);
  }

  private settle(written: readonly PendingFact[], appended: Appended): readonly PendingFact[] {
    this.publish(appended);
    const refused: PendingFact[] = [];
    for (const pending of written) {
      const { stream, requestId } = pending.fact;
      if (appended.accepted.has(stream)) {
        this.heads.set(stream, this.heads.get(stream)! + 1);
        pending.settle({ status: 'received', requestId });
      } else {
        this.heads.delete(stream);
        pending.refusals += 1;
        refused.push(pending);
      }
    }
    if (refused.length > 0) this.parts.metrics.conflict(refused.length);
    return refused;
  }

  /** Not awaited: the outbox has it until the broker acknowledges. */
  private publish(appended: Appended): void {
    if (appended.travelling.length === 0) return;
    const publishing = this.parts.publisher
      .publish(appended.travelling)
      .then(() => this.parts.outbox.drop(appended.outboxId), this.parts.onTrouble)
      .finally(() => this.publishing.delete(publishing));
    this.publishing.add(publishing);
  }

  private async learnHeads(open: readonly PendingFact[]): Promise<void> {
    const cold: string[] = [];
    for (const { fact, refusals } of open) {
      if (this.heads.has(fact.stream)) continue;
      if (fact.opens && refusals === 0) this.heads.set(fact.stream, 0);
      else cold.push(fact.stream);
    }
    if (cold.length === 0) return;
    for (const [stream, head] of await this.parts.store.heads(cold)) this.heads.set(stream, head);
  }

  private toAppend(pending: PendingFact): StreamAppend {
    const { fact, receivedAt, trace } = pending;
    const event = {
      id: timeOrderedId(),
      name: fact.name,
      app: this.parts.app,
      stream: fact.stream,
      version: this.heads.get(fact.stream)! + 1,
      time: receivedAt,
      tenant: fact.tenant,
      customerId: fact.customerId,
      correlationId: fact.requestId,
      causationId: null,
      source: null,
      traceParent: trace.traceParent,
      data: { ...fact.data, payloadHash: this.hashOf(pending), receivedAt },
    } as RecordedOf<EventName>;
    return { stream: fact.stream, events: [event], decisions: [null], due: [], ui: [], dedupeKey: fact.dedupeKey };
  }

  /** Keyed, or a short text could be guessed from its hash after its sealed form is erased. */
  private hashOf({ fact }: PendingFact, owner: Customer = fact): string {
    return this.parts.keyring.fingerprint(owner, canonicalJson(fact.payload));
  }

  private async bisect(
    open: readonly PendingFact[],
    error: unknown,
    deadline: number,
  ): Promise<readonly PendingFact[]> {
    if (open.length === 1) return failAll(open, asArbiterError(error));
    const middle = open.length >> 1;
    return [
      ...(await this.write(open.slice(0, middle), deadline)),
      ...(await this.write(open.slice(middle), deadline)),
    ];
  }
}

function failAll(open: readonly PendingFact[], error: ArbiterError): readonly PendingFact[] {
  for (const pending of open) pending.fail(error);
  return [];
}
