import type { EventData, Touch } from '@arbiter/contracts';
import { instantAfter } from '../instant';

export type SetSchedule = EventData<'schedule.set' | 'verdict.scheduled'>;

/** A day whose instance has a run of its own. */
export interface Instance {
  readonly day: string;
  /** from 1 */
  readonly attempt: number;
  readonly runId: string;
}

/** The instance that has begun and not ended. */
export interface UnderWay extends Instance {
  /** the latest pause that was reported, or that a person has ended; 0 before there was one */
  readonly pause: number;
  readonly isPaused: boolean;
  /** another takes its place as soon as it has ended */
  readonly isStopped: boolean;
}

/** The instances of a playbook, one a day and one at a time, and when the next begins by itself. */
export interface PlaybookState {
  /** null: none begins by itself */
  readonly schedule: SetSchedule | null;
  /** when the objective is looked at without a sweep; null: after its runs alone */
  readonly watch: SetSchedule | null;
  /** ISO 8601: of the latest bundle that was heard of */
  readonly activatedAt: string;
  /** the days whose instances have begun, in their order */
  readonly begun: readonly string[];
  /** the days whose last attempt ended in error, was stopped or left out, with the number of that attempt */
  readonly unfinished: Readonly<Record<string, number>>;
  readonly underWay: UnderWay | null;
  /** asked for while another was under way, the first first */
  readonly waiting: readonly Instance[];
  /** of the last seven days */
  readonly touches: readonly Touch[];
}

export const initialPlaybook = (): PlaybookState => ({
  schedule: null,
  watch: null,
  activatedAt: '',
  begun: [],
  unfinished: {},
  underWay: null,
  waiting: [],
  touches: [],
});

export const isKnown = ({ begun, waiting }: Pick<PlaybookState, 'begun' | 'waiting'>, day: string): boolean =>
  begun.includes(day) || waiting.some((instance) => instance.day === day);

/**
 * Whether an attempt of a day may begin: the first of a day without one, or the next after one that ended in error, was
 * stopped or left out.
 */
export const mayBegin = ({ begun, waiting, unfinished }: PlaybookState, day: string, attempt: number): boolean =>
  attempt === 1
    ? !isKnown({ begun, waiting }, day)
    : unfinished[day] === attempt - 1 && !waiting.some((instance) => instance.day === day);

const WEEK_MILLISECONDS = 7 * 24 * 3_600_000;

/** The touches of the week before an instant. */
export function touchesAt(touches: readonly Touch[], now: string): readonly Touch[] {
  const since = instantAfter(now, -WEEK_MILLISECONDS);
  return touches.filter(({ at }) => at > since);
}
