import { retryable, type ArbiterError } from '@arbiter/contracts';
import type { UnderWay } from '@arbiter/store';
import type { Draft } from './draft';
import type { Item } from './item';

/** Drafts by whether the facts that they were decided upon are in the log. */
export interface CommittedCauses<State> {
  readonly founded: readonly Draft<State>[];
  /** of the other streams, the items that are in the log or need not be */
  readonly left: ReadonlyMap<string, readonly Item[]>;
}

type ItemUnderWay = Item & { readonly kind: 'event'; readonly underWay: UnderWay };

const isUnderWay = (item: Item): item is ItemUnderWay => item.kind === 'event' && item.underWay !== undefined;

/** Whether the event of an item is in the log; waits until that is known. */
export const isCommitted = async (item: Item): Promise<boolean> =>
  !isUnderWay(item) || (await item.underWay.accepted).has(item.event.stream);

/** The one append that drafts were made upon and that is not in the log; null when there is none, or more than one. */
export function joinedBy<State>(drafts: readonly Draft<State>[]): UnderWay | null {
  const found = new Set(drafts.flatMap(({ items }) => items.filter(isUnderWay)).map(({ underWay }) => underWay));
  return found.size === 1 ? [...found][0]! : null;
}

/** Nothing is left of it here; the broker brings it once it is in the log. */
export const notCommitted = (): ArbiterError =>
  retryable('not_committed', 'the event is not in the log; it comes again once it is', 0);

/**
 * Waits until the facts that the drafts were decided upon are written, and has the drafts written out meanwhile. Items
 * whose event did not reach the log have failed afterwards.
 */
export async function whenCausesCommitted<State>(drafts: readonly Draft<State>[]): Promise<CommittedCauses<State>> {
  const ahead = drafts.filter(({ items }) => items.some(isUnderWay));
  for (const draft of ahead) draft.writeOut();
  const unfounded = new Set<Draft<State>>();
  const left = new Map<string, readonly Item[]>();
  for (const draft of ahead) {
    const standing = await Promise.all(draft.items.map(isCommitted));
    const lost = draft.items.filter((_, index) => !standing[index]);
    if (lost.length === 0) continue;
    unfounded.add(draft);
    for (const item of lost) item.failed(notCommitted());
    if (lost.length < draft.items.length)
      left.set(
        draft.stream,
        draft.items.filter((_, index) => standing[index]),
      );
  }
  return { founded: drafts.filter((draft) => !unfounded.has(draft)), left };
}
