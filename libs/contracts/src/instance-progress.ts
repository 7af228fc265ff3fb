import type { PlaybookRunView } from './api';

export * from './instance-pause';

/** The states of an instance's objects, in the order in which they are shown: done first, still open last. */
export const PROGRESS_PARTS = ['done', 'waiting', 'failed', 'unknown', 'held', 'cancelled', 'open'] as const;
export type ProgressPart = (typeof PROGRESS_PARTS)[number];

export interface Progress {
  /** objects that were chosen */
  readonly all: number;
  /** the objects that have ended, in whatever way */
  readonly over: number;
  /** the parts that hold at least one object, in their order */
  readonly parts: readonly { readonly part: ProgressPart; readonly objects: number }[];
}

type Seen = Pick<PlaybookRunView, 'status' | 'branches'>;

const ENDED: ReadonlySet<string> = new Set(['ok', 'error', 'cancelled', 'skipped']);

/** The progress of an instance, object by object; objects that a constraint holds back are left out. */
export function progressOf({ branches }: Pick<Seen, 'branches'>): Progress {
  const parts = PROGRESS_PARTS.map((part) => ({ part, objects: branches[part] })).filter(({ objects }) => objects > 0);
  return { all: branches.selected, over: branches.selected - branches.open - branches.waiting, parts };
}

/** Nothing will come of it any more. */
export const isOver = ({ status }: Pick<Seen, 'status'>): boolean => ENDED.has(status);

/** A request for its day begins the day anew: it ended in error, was stopped, or was left out. */
export const isBegunAnew = (seen: Pick<Seen, 'status'>): boolean => isOver(seen) && seen.status !== 'ok';

/** No part of it goes on by itself: the rest waits for an approval, or all of it waits to be resumed. */
export const onlyWaits = ({ status, branches: { selected, open, waiting } }: Seen): boolean =>
  status === 'paused' || (!ENDED.has(status) && selected > 0 && open === 0 && waiting > 0);
