import type { ApprovalDecision, ApprovalPage, ApprovalView } from '@arbiter/contracts';

/** The known approvals: the pages that were read, and those answered here meanwhile. */
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
 * Each approval once, the newest first; an approval that was answered here keeps its place, so that no other moves
 * under the pointer.
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
