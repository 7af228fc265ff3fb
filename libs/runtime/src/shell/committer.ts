import type { ArbiterError } from '@arbiter/contracts';
import { asArbiterError, failureOf } from '@arbiter/resilience';
import type { AppendPart, Appended } from '@arbiter/store';
import type { BatchDecider } from './batch-decider';
import type { Draft } from './draft';
import type { EffectRunner } from './effect-runner';
import { joinedBy } from './committed-causes';
import type { Item } from './item';
import type { ShellParts } from './parts';

/** The work that drafts were made of. */
interface Work {
  /** the work of these streams is committed */
  readonly succeeded: (streams: readonly string[]) => void;
  /** the work of a stream failed: its items are tried again when the error is no fault of theirs, else they fail */
  readonly setBack: (stream: string, items: readonly Item[], error: unknown) => void;
}

/**
 * Commits the drafts, in one append where possible, and reports the outcome to everyone concerned.
 *
 * 1. Nothing is published, shown, reported or acted upon before its facts are committed.
 * 2. A conflict concerns its own stream only: its draft is given back, and the others are kept.
 * 3. A data error is bisected to its stream, and that stream's input is set aside. Any other failure is no fault of the
 *    input, so its streams are set back.
 * 4. When an append committed although it seemed to fail, the next attempt meets a conflict, and the decider ignores
 *    the input that it has.
 * 5. That an input changes nothing is believed only upon the newest state: no append and so no conflict would correct
 *    it.
 */
export class Committer<State> {
  constructor(
    private readonly parts: ShellParts<State>,
    private readonly batchDecider: BatchDecider<State>,
    private readonly effects: EffectRunner,
    private readonly work: Work,
  ) {}

  /**
   * Appends the drafts and settles their items. Returns the drafts that met a conflict, or that ignored an input upon
   * an old state.
   */
  async commit(drafts: readonly Draft<State>[], fresh: boolean): Promise<readonly Draft<State>[]> {
    const writing = drafts.filter((draft) => draft.events.length > 0);
    const quiet = drafts.filter((draft) => draft.events.length === 0);
    const again = await Promise.all([
      this.settleAllQuiet(quiet, fresh),
      writing.length === 0 ? [] : this.appendAll(writing),
    ]);
    return again.flat();
  }

  /**
   * Has drafts written together with the facts that they were decided upon, where these have not been sent yet; returns
   * the drafts that are left.
   */
  async join(drafts: readonly Draft<State>[]): Promise<readonly Draft<State>[]> {
    const underWay = joinedBy(drafts);
    const writing = drafts.filter((draft) => draft.events.length > 0);
    if (!underWay || underWay.isSent || writing.length === 0) return drafts;
    for (const draft of writing) draft.writeOut();
    const stop = this.parts.metrics.append();
    try {
      const appended = await underWay.join(this.partOf(writing));
      if (!appended) return drafts;
      this.settle(writing, appended);
      return drafts.filter((draft) => draft.events.length === 0);
    } catch (error) {
      this.parts.onTrouble(error);
      return drafts;
    } finally {
      stop();
    }
  }

  private partOf(drafts: readonly Draft<State>[]): AppendPart {
    return this.parts.store.part(drafts.map((draft) => draft.toAppend()));
  }

  private async settleAllQuiet(quiet: readonly Draft<State>[], fresh: boolean): Promise<readonly Draft<State>[]> {
    const outdated = fresh ? [] : await this.outdated(quiet);
    if (outdated === null) return [];
    const overtaken = await Promise.all(
      quiet.map((draft) => (outdated.includes(draft) ? [draft] : this.settleQuiet(draft))),
    );
    return overtaken.flat();
  }

  /** Null when it cannot be found out: the drafts are set back then. */
  private async outdated(quiet: readonly Draft<State>[]): Promise<readonly Draft<State>[] | null> {
    try {
      return await this.batchDecider.outdated(quiet);
    } catch (error) {
      for (const draft of quiet) this.work.setBack(draft.stream, draft.items, error);
      return null;
    }
  }

  private async appendAll(drafts: readonly Draft<State>[]): Promise<readonly Draft<State>[]> {
    const stop = this.parts.metrics.append();
    try {
      const appended = await this.parts.publisher.append(this.partOf(drafts));
      this.settle(
        drafts.filter((draft) => appended.accepted.has(draft.stream)),
        appended,
      );
      return drafts.filter((draft) => !appended.accepted.has(draft.stream));
    } catch (error) {
      return this.recover(drafts, error);
    } finally {
      stop();
    }
  }

  private async recover(drafts: readonly Draft<State>[], error: unknown): Promise<readonly Draft<State>[]> {
    const { kind } = failureOf(error);
    if (kind === 'outage' || kind === 'passing') {
      for (const draft of drafts) this.work.setBack(draft.stream, draft.items, error);
      return [];
    }
    if (drafts.length > 1) {
      const middle = drafts.length >> 1;
      return [...(await this.appendAll(drafts.slice(0, middle))), ...(await this.appendAll(drafts.slice(middle)))];
    }
    if (kind === 'conflict') return drafts;
    await this.setAside(drafts[0]!, asArbiterError(error));
    return [];
  }

  /** The one stream whose facts cannot be written: its inputs are set aside, and its stream records that. */
  private async setAside(draft: Draft<State>, error: ArbiterError): Promise<void> {
    try {
      const substitute = await this.batchDecider.substitute(draft, error);
      const appended = substitute.events.length > 0 ? await this.parts.store.append([substitute.toAppend()]) : null;
      if (appended?.accepted.has(substitute.stream)) this.settle([substitute], appended);
      else this.fail(draft, error);
    } catch (failure) {
      this.work.setBack(draft.stream, draft.items, failure);
    }
  }

  private settle(drafts: readonly Draft<State>[], appended: Appended): void {
    for (const draft of drafts) this.batchDecider.keep(draft);
    this.work.succeeded(drafts.map(({ stream }) => stream));
    if (appended.travelling.length > 0) this.publish(appended);
    for (const draft of drafts) {
      this.parts.screen?.show(draft.tenant, draft.shown);
      for (const at of draft.timers) this.parts.onTimer?.(at);
      for (const item of draft.items) item.done(draft.cameOf.get(item) ?? []);
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

  /**
   * A draft without facts: everything in it was ignored, or it only shows lines. Returns it when another writer was
   * faster.
   */
  private async settleQuiet(draft: Draft<State>): Promise<readonly Draft<State>[]> {
    try {
      if (draft.ui.length > 0) await this.parts.screen?.write(draft.ui);
      for (const key of draft.spent) await this.parts.clearDue({ stream: draft.stream, key });
    } catch (error) {
      if (failureOf(error).kind === 'conflict') return [draft];
      this.work.setBack(draft.stream, draft.items, error);
      return [];
    }
    this.batchDecider.keep(draft);
    this.work.succeeded([draft.stream]);
    this.parts.screen?.show(draft.tenant, draft.shown);
    for (const item of draft.items) item.done([]);
    return [];
  }

  private fail(draft: Draft<State>, error: ArbiterError): void {
    this.batchDecider.forget(draft.stream);
    for (const item of draft.items) item.failed(error);
  }
}
