import type { ApprovalDecision, ApprovalPage, ApprovalView } from '@arbiter/contracts';

/** How an answer that was given here came along. */
export interface Answered {
  readonly decision: ApprovalDecision;
  /** as it was seen last: who answers here wants to know when it has left */
  readonly approval: ApprovalView;
}

/** The known approvals: the pages that were read, those seen earlier on, and those answered here meanwhile. */
export interface Inbox {
  readonly waiting: readonly ApprovalView[];
  readonly seen: ReadonlyMap<string, ApprovalView>;
  readonly answered: ReadonlyMap<string, Answered>;
}

export interface InboxEntry {
  readonly approval: ApprovalView;
  /** `closed`: answered elsewhere, expired or withdrawn since it was seen */
  readonly standing: 'open' | 'closed' | ApprovalDecision;
}

export const NO_ANSWERS: Inbox['answered'] = new Map();
export const NOTHING_SEEN: Inbox['seen'] = new Map();

/**
 * Each approval once, the oldest first. One that was answered, or closed elsewhere, keeps its place, and a new one
 * comes last: nothing moves under the pointer.
 */
export function entriesOf({ waiting, seen, answered }: Inbox): readonly InboxEntry[] {
  const open = new Map(waiting.map((approval) => [approval.id, approval]));
  const all = new Map([...seen, ...open]);
  for (const [id, { approval }] of answered) all.set(id, approval);
  return [...all.values()]
    .map((approval) => ({
      approval,
      standing:
        answered.get(approval.id)?.decision ?? (open.has(approval.id) ? ('open' as const) : ('closed' as const)),
    }))
    .toSorted(
      ({ approval: one }, { approval: other }) =>
        one.askedAt.localeCompare(other.askedAt) || one.id.localeCompare(other.id),
    );
}

/** Seconds between the answer and its end at the gateway, to a tenth; null while the action has not left. */
export const secondsToLeave = ({ answeredAt, endedAt }: ApprovalView): string | null =>
  answeredAt === null || endedAt === null
    ? null
    : (Math.max(0, Date.parse(endedAt) - Date.parse(answeredAt)) / 1_000).toFixed(1);

/** Reads pages until there are so many, or no more. */
export async function pagesOf(
  read: (after: string | null) => Promise<ApprovalPage>,
  most: number,
): Promise<ApprovalPage> {
  let page = await read(null);
  for (let pages = 1; pages < most && page.after !== null; pages += 1) {
    const next = await read(page.after);
    page = { ...next, approvals: [...page.approvals, ...next.approvals] };
  }
  return page;
}
