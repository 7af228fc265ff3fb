import { setTimeout as delay } from 'node:timers/promises';
import { isOver, onlyWaits, type PlaybookDayView } from '@arbiter/contracts';
import { Refusal, Unreachable } from './system-api';
import { progressLine } from './progress-line';
import type { Screen } from './screen';

const LOOK_MILLISECONDS = 500;
/** Ten minutes. */
const MOST_UNCHANGED = 1_200;

/** The end of a watch: the last state, or that nothing changed for ten minutes. */
export interface Watched {
  readonly run: PlaybookDayView | null;
  readonly isStuck: boolean;
}

/**
 * Prints an instance's progress whenever it changes, until it is over or only approvals are left. A request that was
 * accepted a moment ago shows within a second, and a service that is away for a while may come back. With `runId`, an
 * earlier attempt of the same day is passed over.
 */
export async function watch(
  look: () => Promise<PlaybookDayView>,
  screen: Screen,
  pause: () => Promise<void> = () => delay(LOOK_MILLISECONDS),
  runId?: string,
): Promise<Watched> {
  let run: PlaybookDayView | null = null;
  try {
    for (let [last, unchanged] = ['', 0]; unchanged < MOST_UNCHANGED; unchanged += 1) {
      const seen = await lookAgain(look);
      run = seen && (runId === undefined || seen.runId === runId) ? seen : run;
      const line = run ? progressLine(run) : '';
      if (line !== last) [last, unchanged] = [line, 0];
      if (line !== '') screen.show(line);
      if (run && (isOver(run) || onlyWaits(run))) return { run, isStuck: false };
      await pause();
    }
    return { run, isStuck: true };
  } finally {
    screen.keep();
  }
}

/** Null when it is not known yet, or no service answers just now. */
async function lookAgain(look: () => Promise<PlaybookDayView>): Promise<PlaybookDayView | null> {
  return look().catch((error: unknown) => {
    if (error instanceof Unreachable || (error instanceof Refusal && error.status === 404)) return null;
    throw error;
  });
}
