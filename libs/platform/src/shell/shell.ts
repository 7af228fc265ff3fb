import { setTimeout as delay } from 'node:timers/promises';
import {
  conflict, retryable, type ArbiterError, type Command, type EventName, type RecordedOf, type UiLine,
} from '@arbiter/contracts';
import type { Appended } from '../event-store/event-store';
import { Deliberation } from './deliberation';
import type { Draft } from './draft';
import { EffectRunner } from './effect-runner';
import { asArbiterError, classifyAppend } from './failure';
import type { Item } from './item';
import type { ShellParts } from './parts';
import { WorkQueue } from './work-queue';

const BATCHES_IN_FLIGHT = 1;
const CONFLICT_ROUNDS = 6;
const APPEND_ATTEMPTS = 40;
const LONGEST_PAUSE_MILLISECONDS = 5_000;

/**
 * Takes what has come in, decides it in memory, appends all of it in one statement, publishes all of it, and only then lets
 * go of the messages. There is no timer: while one batch is written the next one gathers, so a batch is one item when idle
 * and hundreds under load.
 *
 * 1. A stream is decided by one batch at a time (WorkQueue); its entry is the last one committed here or read from the log.
 * 2. Nothing is published, shown, acked or acted upon before its facts are committed.
 * 3. A conflict concerns its own stream: that stream is read again and decided again, the others stand.
 * 4. A data error is bisected to its stream, which sets its input aside; a lost connection repeats the same append.
 * 5. After a repeated append of which the first did commit, the conflict shows it and the decider ignores what it has.
 * 6. That an input changes nothing is believed only upon the newest state: no append and so no conflict would correct it.
 */
export class Shell<State> {
  private readonly queue: WorkQueue;
  private readonly deliberation: Deliberation<State>;
  private readonly effects: EffectRunner;
  private inFlight = 0;
  private pumping = false;
  private closed = false;
  private idle: (() => void) | null = null;

  constructor(private readonly parts: ShellParts<State>) {
    this.queue = new WorkQueue(parts.limits);
    this.deliberation = new Deliberation(parts);
    this.effects = new EffectRunner(parts.definition.effects, (stream, command, cause) => this.submit(stream, command, cause), parts.onTrouble);
  }

  /** Puts an item before its stream. Its outcome is told through the item. */
  enqueue(stream: string, item: Item): void {
    if (this.closed) {
      item.failed(retryable('stopping', 'the service is stopping'));
      return;
    }
    this.queue.push(stream, item);
    this.pump();
  }

  /** Hands a command to a stream; resolves when its facts are committed or it was ignored. */
  submit(stream: string, command: Command, cause: RecordedOf<EventName> | null): Promise<void> {
    return new Promise((resolve, reject) => {
      this.enqueue(stream, { kind: 'command', command, cause, bytes: 512, done: resolve, failed: reject });
    });
  }

  /** Shows lines that belong to no fact, in order with everything else the stream shows. */
  show(stream: string, lines: readonly UiLine[], cause: RecordedOf<EventName>): Promise<void> {
    return new Promise((resolve, reject) => {
      this.enqueue(stream, { kind: 'lines', lines, cause, bytes: 256, done: resolve, failed: reject });
    });
  }

  /** Finishes what has begun, hands back the rest. */
  async close(): Promise<void> {
    this.closed = true;
    for (const item of this.queue.clear()) item.failed(retryable('stopping', 'the service is stopping'));
    if (this.inFlight > 0) await new Promise<void>((resolve) => (this.idle = resolve));
    await this.effects.close();
  }

  private pump(): void {
    if (this.pumping) return;
    this.pumping = true;
    queueMicrotask(() => {
      this.pumping = false;
      while (this.inFlight < BATCHES_IN_FLIGHT) {
        const batch = this.queue.take();
        if (batch.size === 0) return;
        this.inFlight += 1;
        void this.process(batch)
          .catch((error: unknown) => this.giveUp(batch, asArbiterError(error)))
          .finally(() => this.finished(batch));
      }
    });
  }

  /** A fault of the shell itself: nothing may be left hanging. */
  private giveUp(batch: Map<string, Item[]>, error: ArbiterError): void {
    this.parts.onTrouble(error);
    for (const [stream, items] of batch) {
      this.deliberation.forget(stream);
      for (const item of items) item.failed(error);
    }
  }

  private finished(batch: Map<string, Item[]>): void {
    this.queue.release(batch.keys());
    this.inFlight -= 1;
    if (this.inFlight === 0) this.idle?.();
    this.pump();
  }

  private async process(batch: Map<string, Item[]>): Promise<void> {
    this.parts.metrics.batch(batch.size);
    let open = batch;
    for (let round = 1; open.size > 0 && round <= CONFLICT_ROUNDS; round += 1) {
      const drafts = await this.deliberation.draft(open, round > 1);
      const conflicted = await this.commit(drafts, round > 1);
      open = new Map(conflicted.map((draft) => [draft.stream, draft.items]));
      if (open.size > 0) this.parts.metrics.conflict(open.size);
    }
    for (const items of open.values()) for (const item of items) item.failed(conflict('contended', `lost ${CONFLICT_ROUNDS} times in a row`));
  }

  /** Appends the drafts and tells their items; returns those that met a conflict, or ignored something upon an old state. */
  private async commit(drafts: readonly Draft<State>[], fresh: boolean): Promise<readonly Draft<State>[]> {
    const writing = drafts.filter((draft) => draft.events.length > 0);
    const quiet = drafts.filter((draft) => draft.events.length === 0);
    const outdated = fresh ? [] : await this.deliberation.outdated(quiet);
    await Promise.all(quiet.map((draft) => (outdated.includes(draft) ? undefined : this.settleQuiet(draft))));
    return writing.length === 0 ? outdated : [...outdated, ...(await this.appendAll(writing, 1))];
  }

  private async appendAll(drafts: readonly Draft<State>[], attempt: number): Promise<readonly Draft<State>[]> {
    try {
      const stop = this.parts.metrics.append();
      const appended = await this.parts.store.append(drafts.map((draft) => draft.toAppend()));
      stop();
      this.settle(drafts.filter((draft) => appended.accepted.has(draft.stream)), appended);
      return drafts.filter((draft) => !appended.accepted.has(draft.stream));
    } catch (error) {
      return this.recover(drafts, attempt, error);
    }
  }

  private async recover(drafts: readonly Draft<State>[], attempt: number, error: unknown): Promise<readonly Draft<State>[]> {
    const failure = classifyAppend(error);
    if (failure === 'retry' && attempt < APPEND_ATTEMPTS && !this.closed) {
      this.parts.onTrouble(error);
      await delay(Math.min(LONGEST_PAUSE_MILLISECONDS, 10 * 2 ** attempt));
      return this.appendAll(drafts, attempt + 1);
    }
    if (drafts.length > 1) {
      const middle = drafts.length >> 1;
      const parts = [await this.appendAll(drafts.slice(0, middle), attempt), await this.appendAll(drafts.slice(middle), attempt)];
      return parts.flat();
    }
    if (failure === 'retry') this.fail(drafts[0]!, asArbiterError(error));
    else await this.setAside(drafts[0]!, asArbiterError(error));
    return [];
  }

  /** The one stream whose facts cannot be written: its inputs are buried and its stream says so. */
  private async setAside(draft: Draft<State>, error: ArbiterError): Promise<void> {
    const substitute = await this.deliberation.substitute(draft, error);
    try {
      const appended = substitute.events.length > 0 ? await this.parts.store.append([substitute.toAppend()]) : null;
      if (appended?.accepted.has(substitute.stream)) this.settle([substitute], appended);
      else this.fail(draft, error);
    } catch {
      this.fail(draft, error);
    }
  }

  private settle(drafts: readonly Draft<State>[], appended: Appended): void {
    for (const draft of drafts) this.deliberation.keep(draft);
    if (appended.travelling.length > 0) this.publish(appended);
    for (const draft of drafts) {
      this.parts.screen?.show(draft.tenant, draft.ui);
      for (const item of draft.items) item.done();
      draft.events.forEach((event, index) => this.effects.run(event, draft.artifacts[index]!));
    }
  }

  /** Not awaited: the outbox has it until the broker acknowledges. */
  private publish(appended: Appended): void {
    this.parts.publisher.publish(appended.travelling).then(
      () => this.parts.outbox.drop(appended.outboxId),
      (error: unknown) => this.parts.onTrouble(error),
    );
  }

  /** A draft without facts: everything in it was ignored, or it only shows lines. */
  private async settleQuiet(draft: Draft<State>): Promise<void> {
    try {
      if (draft.ui.length > 0) await this.parts.screen?.write(draft.ui);
      for (const key of draft.spent) await this.parts.clearDue({ stream: draft.stream, key });
    } catch (error) {
      this.fail(draft, asArbiterError(error));
      return;
    }
    this.deliberation.keep(draft);
    this.parts.screen?.show(draft.tenant, draft.ui);
    for (const item of draft.items) item.done();
  }

  private fail(draft: Draft<State>, error: ArbiterError): void {
    this.deliberation.forget(draft.stream);
    for (const item of draft.items) item.failed(error);
  }
}
