import type { ArbiterError } from '@arbiter/contracts';
import { asArbiterError, isPassing } from '@arbiter/resilience';
import { Draft } from './draft';
import type { Entry } from './entry';
import { FeedReader } from './feed-reader';
import { isCommitted } from './committed-causes';
import { InputDecider, type DecidedItem } from './input-decider';
import type { Item } from './item';
import type { ShellParts } from './parts';

/** The result of loading and deciding the streams of a batch. */
export interface Drafted<State> {
  readonly drafts: readonly Draft<State>[];
  /** streams that could not be loaded or decided, with the items that are not settled yet */
  readonly failed: readonly { readonly stream: string; readonly items: readonly Item[]; readonly error: unknown }[];
}

/**
 * Turns the items of a batch into drafts: loads each stream, feeds it the facts that it must know first, and decides.
 */
export class BatchDecider<State> {
  private readonly inputs: InputDecider<State>;
  private readonly feeds: FeedReader<State>;

  constructor(private readonly parts: ShellParts<State>) {
    this.inputs = new InputDecider(parts);
    this.feeds = new FeedReader(parts, this.inputs);
  }

  /** One draft a stream; one that fails delays no other. `again`: a conflict proved the cached entries old. */
  async draft(batch: ReadonlyMap<string, readonly Item[]>, again: boolean): Promise<Drafted<State>> {
    const drafts: Draft<State>[] = [];
    const failed: Drafted<State>['failed'][number][] = [];
    await Promise.all(
      [...batch].map(async ([stream, items]) => {
        const open = [...items];
        await this.draftStream(stream, open, again).then(
          (draft) => void drafts.push(draft),
          (error: unknown) => {
            this.forget(stream);
            failed.push({ stream, items: open, error });
          },
        );
      }),
    );
    return { drafts, failed };
  }

  /** The drafts that ignored an input upon a state that another replica has changed since. */
  async outdated(quiet: readonly Draft<State>[]): Promise<readonly Draft<State>[]> {
    const deciding = quiet.filter((draft) => draft.items.some((item) => item.kind !== 'lines'));
    if (deciding.length === 0) return [];
    const heads = await this.parts.store.heads(deciding.map((draft) => draft.stream));
    return deciding.filter((draft) => heads.get(draft.stream)! > draft.entry.version);
  }

  keep(draft: Draft<State>): void {
    this.parts.memory.keep(draft.stream, draft.entry);
  }

  forget(stream: string): void {
    this.parts.memory.forget(stream);
  }

  /** The draft of a stream whose facts could not be written; it sets each of its inputs aside. */
  async substitute(draft: Draft<State>, error: ArbiterError): Promise<Draft<State>> {
    const entry = await this.parts.memory.fresh(draft.stream);
    const substitute = new Draft(draft.stream, entry, this.parts.definition, this.parts.store);
    for (const item of draft.items) {
      substitute.items.push(item);
      if (item.kind !== 'lines') await this.inputs.setAside(substitute, item, error.message);
    }
    return substitute;
  }

  /** Removes from `items` those that failed by themselves. */
  private async draftStream(stream: string, items: Item[], again: boolean): Promise<Draft<State>> {
    const entry = await this.entryOf(stream, items, again);
    const draft = new Draft(stream, entry, this.parts.definition, this.parts.store);
    for (const item of items.slice()) {
      if (item.kind === 'lines') {
        if (!this.show(draft, item)) items.splice(items.indexOf(item), 1);
      } else {
        draft.items.push(item);
        const before = draft.events.length;
        await this.decideItem(draft, item);
        draft.cameOf.set(item, draft.events.slice(before));
      }
    }
    return draft;
  }

  private show(draft: Draft<State>, item: Extract<Item, { kind: 'lines' }>): boolean {
    try {
      draft.show(item.lines, item.cause, this.parts.clock.now());
      draft.items.push(item);
      return true;
    } catch (error) {
      item.failed(asArbiterError(error));
      return false;
    }
  }

  private async entryOf(stream: string, items: readonly Item[], again: boolean): Promise<Entry<State>> {
    if (!again) {
      const cached = this.parts.memory.cached(stream);
      if (cached) return cached;
      if (items[0] && opens(items[0])) return this.parts.memory.empty();
    }
    return this.parts.memory.fresh(stream);
  }

  private async decideItem(draft: Draft<State>, item: DecidedItem): Promise<void> {
    try {
      if (item.refused !== undefined) return await this.inputs.setAside(draft, item, item.refused);
      if (item.kind === 'command') return await this.inputs.decide(draft, item, item.command, item.cause, item.at);
      if (this.feeds.isFeed(item.event)) return await this.feeds.take(draft, item);
      await this.inputs.decide(draft, item, item.event, item.event);
    } catch (error) {
      // A failure of the database is no fault of the input: the item comes again.
      if (isPassing(error)) throw error;
      // An item whose event did not reach the log leaves nothing behind: its draft is not committed.
      if (await isCommitted(item)) await this.inputs.setAside(draft, item, asArbiterError(error).message);
    }
  }
}

/** Whether an item usually begins its stream; the guess is corrected by a conflict. */
function opens(item: Item): boolean {
  return item.kind !== 'lines' && item.opens === true;
}
