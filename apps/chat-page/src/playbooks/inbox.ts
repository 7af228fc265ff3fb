import type { ApprovalDecision, ApprovalPage, ApprovalView } from '@arbiter/contracts';

/** What is known of what waits for a yes: the pages that were read, and what was answered here meanwhile. */
export interface Inbox {
  readonly waiting: readonly ApprovalView[];
  readonly answered: ReadonlyMap<string, { readonly approval: ApprovalView; readonly decision: ApprovalDecision }>;
}

export interface InboxEntry {
  readonly approval: ApprovalView;
  /** null while it waits */
  readonly decision: ApprovalDecision | null;
}

export const NO_ANSWERS: Inbox['answered'] = new Map();

/**
 * Every one once, the newest first; what was answered here stays in its place, so that nothing moves under the hand.
 */
export function entriesOf({ waiting, answered }: Inbox): readonly InboxEntry[] {
  const open = waiting.filter(({ id }) => !answered.has(id)).map((approval) => ({ approval, decision: null }));
  return [...open, ...answered.values()].toSorted(
    ({ approval: one }, { approval: other }) =>
      other.askedAt.localeCompare(one.askedAt) || other.id.localeCompare(one.id),
  );
}

/** Reads pages until there are so many, or no more. */
export async function pagesOf(
  read: (before: string | null) => Promise<ApprovalPage>,
  most: number,
): Promise<ApprovalPage> {
  let page = await read(null);
  for (let pages = 1; pages < most && page.before !== null; pages += 1) {
    const next = await read(page.before);
    page = { ...next, approvals: [...page.approvals, ...next.approvals] };
  }
  return page;
}
