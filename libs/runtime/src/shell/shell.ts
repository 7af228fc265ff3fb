import {
  ArbiterError,
  conflict,
  retryable,
  type Command,
  type EventName,
  type RecordedOf,
  type UiLine,
} from '@arbiter/contracts';
import { asArbiterError, failureOf } from '@arbiter/resilience';
import { NEWER_RELEASE } from '@arbiter/store';
import { Committer } from './committer';
import { BatchDecider } from './batch-decider';
import { EffectRunner } from './effect-runner';
import { whenCausesCommitted } from './committed-causes';
import type { Item, ItemTaker } from './item';
import type { ShellParts } from './parts';
import { WorkQueue } from './work-queue';

const BATCHES_IN_FLIGHT = 1;
const CONFLICT_ROUNDS = 6;

/**
 * Takes the items that have come in, decides them in memory, appends all facts in one statement, publishes them, and
 * only then settles the messages. There is no timer: while one batch is written the next one gathers, so a batch is one
 * item when idle and hundreds under load.
 *
 * 1. A stream is decided by one batch at a time (WorkQueue); its entry is the last one committed here or read from the
 *    log.
 * 2. Nothing is published, shown, acked or acted upon before its facts are committed.
 * 3. A conflict concerns its own stream: that stream is read and decided again, and the others are kept.
 * 4. A failure that is no fault of the input postpones its streams, which are decided again, for as long as it takes.
 *    While the store is away no item is taken at all.
 * 5. A decision upon facts that are still being written is committed once these are in the log; otherwise its stream is
 *    decided again without them, and nothing of the decision is left.
 * 6. Where its cause has not even been sent, both are written together, all or nothing (JointAppend); where that does
 *    not go, 5 holds.
 *
 * How drafts are committed: Committer.
 */
export class Shell<State> implements ItemTaker {
  private readonly queue: WorkQueue;
  private readonly batchDecider: BatchDecider<State>;
  private readonly effects: EffectRunner;
  private readonly committer: Committer<State>;
  private inFlight = 0;
  private pumping = false;
  private closed = false;
  private idle: (() => void) | null = null;
  private recipients: NodeJS.Timeout | null = null;
  private readonly unwatch: () => void;

  constructor(private readonly parts: ShellParts<State>) {
    this.queue = new WorkQueue(parts.limits);
    this.batchDecider = new BatchDecider(parts);
    this.effects = new EffectRunner(
      parts.definition.effects,
      parts.definition.order ?? {},
      {
        submit: (stream, command, cause) => this.submit(stream, command, cause),
        show: (stream, lines, cause) => this.show(stream, lines, cause),
      },
      parts.onTrouble,
    );
    this.committer = new Committer(parts, this.batchDecider, this.effects, {
      succeeded: (streams) => this.queue.succeeded(streams),
      setBack: (stream, items, error) => this.setBack(stream, items, error),
    });
    this.unwatch = parts.dependencies.watch(() => this.pump());
  }

  /** Queues an item for its stream. Its outcome is reported through the item. */
  enqueue(stream: string, item: Item): void {
    if (this.closed) {
      item.failed(stopping());
      return;
    }
    this.queue.push(stream, item);
    this.pump();
  }

  /**
   * Hands a command to a stream, which another decider of the service may have; resolves with its facts once they are
   * committed, with none when it was ignored. `at`: when a timer was claimed, by the database.
   */
  submit(
    stream: string,
    command: Command,
    cause: RecordedOf<EventName> | null,
    at?: string,
  ): Promise<readonly RecordedOf<EventName>[]> {
    return new Promise((resolve, reject) => {
      this.streams.enqueue(stream, {
        kind: 'command',
        command,
        cause,
        bytes: 512,
        done: resolve,
        failed: reject,
        ...(at === undefined ? {} : { at }),
      });
    });
  }

  /** Shows lines that belong to no fact, in order with everything else the stream shows. */
  show(stream: string, lines: readonly UiLine[], cause: RecordedOf<EventName>): Promise<void> {
    return new Promise((resolve, reject) => {
      this.streams.enqueue(stream, { kind: 'lines', lines, cause, bytes: 256, done: () => resolve(), failed: reject });
    });
  }

  /** Finishes the work that has begun, hands back the rest. */
  async close(): Promise<void> {
    this.closed = true;
    this.unwatch();
    if (this.recipients) clearTimeout(this.recipients);
    for (const item of this.queue.clear()) item.failed(stopping());
    if (this.inFlight > 0) await new Promise<void>((resolve) => (this.idle = resolve));
    await this.effects.close();
  }

  private get streams(): ItemTaker {
    return this.parts.streams ?? this;
  }

  private pump(): void {
    if (this.pumping) return;
    this.pumping = true;
    queueMicrotask(() => {
      this.pumping = false;
      while (this.inFlight < BATCHES_IN_FLIGHT && !this.closed && this.parts.dependencies.isStoreUp) {
        const batch = this.queue.take();
        if (batch.size === 0) return this.sleep();
        this.inFlight += 1;
        void this.process(batch)
          .catch((error: unknown) => this.giveUp(batch, error))
          .finally(() => this.finished(batch));
      }
    });
  }

  /** Until the first stream that rests may be taken. */
  private sleep(): void {
    const due = this.queue.nextDue;
    if (due === null) return;
    if (this.recipients) clearTimeout(this.recipients);
    this.recipients = setTimeout(() => this.pump(), Math.max(1, due - Date.now()));
  }

  /** A fault of the shell itself, or of a dependency: no item may be left unsettled. */
  private giveUp(batch: Map<string, Item[]>, error: unknown): void {
    for (const [stream, items] of batch) this.setBack(stream, items, error);
  }

  /** The work of a stream failed. Its items are tried again when the error is no fault of theirs, else they fail. */
  private setBack(stream: string, items: readonly Item[], error: unknown): void {
    this.batchDecider.forget(stream);
    this.parts.onTrouble(error);
    const { kind } = failureOf(error);
    if (this.closed || isLeftForAnother(error) || (kind !== 'outage' && kind !== 'passing'))
      return items.forEach((item) => item.failed(asArbiterError(error)));
    this.queue.postpone(stream, items);
    this.parts.dependencies.met(error);
  }

  private finished(batch: Map<string, Item[]>): void {
    this.queue.release(batch.keys());
    this.inFlight -= 1;
    if (this.inFlight === 0) this.idle?.();
    this.pump();
  }

  private async process(batch: Map<string, Item[]>): Promise<void> {
    this.parts.metrics.batch(batch.size);
    let open: ReadonlyMap<string, readonly Item[]> = batch;
    for (let round = 1; open.size > 0 && round <= CONFLICT_ROUNDS; round += 1) {
      const { drafts, failed } = await this.batchDecider.draft(open, round > 1);
      for (const { stream, items, error } of failed) this.setBack(stream, items, error);
      const { founded, left } = await whenCausesCommitted(await this.committer.join(drafts));
      const conflicted = await this.committer.commit(founded, round > 1);
      open = new Map([...conflicted.map((draft): [string, readonly Item[]] => [draft.stream, draft.items]), ...left]);
      if (conflicted.length > 0) this.parts.metrics.conflict(conflicted.length);
    }
    for (const items of open.values())
      for (const item of items) item.failed(conflict('contended', `lost ${CONFLICT_ROUNDS} times in a row`));
  }
}

/** Another replica, or the next process, takes it at once. */
const stopping = (): ArbiterError => retryable('stopping', 'the service is stopping', 0);

/** An event of a newer release is left for a replica that knows it. */
const isLeftForAnother = (error: unknown): boolean => error instanceof ArbiterError && error.code === NEWER_RELEASE;
