import { conflict, retryable, type ArbiterError } from '@arbiter/contracts';
import type { Clock } from '@arbiter/resilience';
import type { TraceOpener } from '@arbiter/runtime';
import { IntakeWriter, type WriterParts } from './intake-writer';
import type { PendingFact, Receipt } from './pending-fact';
import type { ReceivedFact } from './received-fact';
import type { RunDirectory } from './run-directory';

const BATCH_FACTS = 256;
const WAITING_FACTS = 10_000;
const MOST_REFUSALS = 100;

/** These name a run that was received before. */
const OF_KNOWN_RUNS: ReadonlySet<ReceivedFact['name']> = new Set([
  'run.cancel_received',
  'agent.pause_received',
  'agent.resume_received',
]);

export interface IntakeParts extends WriterParts {
  readonly runs: RunDirectory;
  readonly trace: TraceOpener;
  readonly clock: Clock;
}

/**
 * Takes in facts from outside. There is no timer: while one append is in flight the next batch gathers.
 *
 * 1. One append is in flight at a time; a stream has at most one fact in it, the others keep their order and wait.
 * 2. A receipt is given only for committed facts; publishing is not waited for.
 * 3. No more than WAITING_FACTS wait; beyond that senders are turned away as retryable.
 */
export class Intake {
  private readonly waiting = new Map<string, PendingFact[]>();
  private readonly submitting = new Set<string>();
  private count = 0;
  private readonly writer: IntakeWriter;
  private writing: Promise<void> | null = null;
  private closed = false;

  constructor(private readonly parts: IntakeParts) {
    this.writer = new IntakeWriter(parts);
  }

  /**
   * Resolves when the fact is in the log, now or since an earlier time. Rejects with a conflict when something else
   * came in under its dedupe key, retryable when it cannot be taken now, terminal when it cannot be recorded at all.
   */
  receive(fact: ReceivedFact): Promise<Receipt> {
    if (this.closed) return Promise.reject(retryable('stopping', 'the service is stopping; send it again'));
    if (this.count >= WAITING_FACTS)
      return Promise.reject(retryable('overloaded', 'too much is waiting already; send it again', 2_000));
    if (this.isSubmitting(fact))
      return Promise.reject(
        conflict('in_flight', 'the same is being received at this moment; send it again for its receipt'),
      );
    return new Promise((resolve, reject) => this.enqueue(this.pendingOf(fact, resolve, reject)));
  }

  /** Takes no more facts; finishes those that have come in. */
  async close(): Promise<void> {
    this.closed = true;
    await this.writing;
    await this.writer.close();
  }

  private remember({ name, tenant, sessionId, customerId }: ReceivedFact, { requestId: runId }: Receipt): void {
    if (!OF_KNOWN_RUNS.has(name)) this.parts.runs.remember({ tenant, runId, sessionId, customerId });
  }

  /** A message that comes twice at once waits for its receipt; a caller of runs gets an error. */
  private isSubmitting(fact: ReceivedFact): boolean {
    return fact.name === 'run.submitted' && this.submitting.has(keyOf(fact));
  }

  private pendingOf(
    fact: ReceivedFact,
    resolve: (receipt: Receipt) => void,
    reject: (error: ArbiterError) => void,
  ): PendingFact {
    const { name, requestId, stream } = fact;
    const trace = this.parts.trace(`${this.parts.app} ${name}`, requestId, {
      'arbiter.run': requestId,
      'arbiter.stream': stream,
    });
    const finish = (error?: unknown): void => {
      this.count -= 1;
      this.submitting.delete(keyOf(fact));
      trace.end(error);
    };
    return {
      fact,
      trace,
      receivedAt: this.parts.clock.now(),
      refusals: 0,
      settle: (receipt) => {
        finish();
        this.remember(fact, receipt);
        resolve(receipt);
      },
      fail: (error) => {
        finish(error);
        reject(error);
      },
    };
  }

  private enqueue(pending: PendingFact): void {
    const { stream, name } = pending.fact;
    this.count += 1;
    if (name === 'run.submitted') this.submitting.add(keyOf(pending.fact));
    const queue = this.waiting.get(stream);
    if (queue) queue.push(pending);
    else this.waiting.set(stream, [pending]);
    this.writing ??= this.writeAll();
  }

  private async writeAll(): Promise<void> {
    await Promise.resolve();
    while (this.waiting.size > 0) {
      const batch = this.take();
      this.parts.metrics.batch(batch.length);
      for (const pending of await this.writer.write(batch)) this.putBack(pending);
    }
    this.writing = null;
  }

  /** The fact stays the first of its stream; other streams do not wait for it. */
  private putBack(pending: PendingFact): void {
    if (pending.refusals >= MOST_REFUSALS)
      return pending.fail(retryable('contended', 'the session is written to from many sides; send it again', 500));
    const { stream } = pending.fact;
    this.waiting.set(stream, [pending, ...(this.waiting.get(stream) ?? [])]);
  }

  /** The first fact of each stream; a stream that has more goes to the end of the line. */
  private take(): readonly PendingFact[] {
    return [...this.waiting.keys()].slice(0, BATCH_FACTS).map((stream) => {
      const queue = this.waiting.get(stream)!;
      const first = queue.shift()!;
      this.waiting.delete(stream);
      if (queue.length > 0) this.waiting.set(stream, queue);
      return first;
    });
  }
}

const keyOf = ({ stream, dedupeKey }: ReceivedFact): string => `${stream} ${dedupeKey}`;
