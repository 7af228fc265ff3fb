import { useCallback, useEffect, useReducer, useState } from 'react';
import { Refusal } from '../http/api';
import { pauseAfter } from './pace';

/** The value that was read last, and the error of the latest attempt. */
export interface Watched<T> {
  readonly value: T | null;
  readonly trouble: Error | null;
  readonly again: () => void;
}

/**
 * Reads at once and, while something is under way or may come back, again and again: only while the page is looked at,
 * and ever more seldom while nothing changes. `read` and `isUnderWay` stay the same from one drawing to the next.
 */
export function useWatched<T>(read: () => Promise<T>, isUnderWay: (value: T) => boolean): Watched<T> {
  const [value, setValue] = useState<T | null>(null);
  const [trouble, setTrouble] = useState<Error | null>(null);
  const [round, nextRound] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    let [timer, turn, unchanged, last] = [0, 0, 0, ''];
    /** Whether it may be otherwise in a moment. */
    const take = (seen: T): boolean => {
      const text = JSON.stringify(seen);
      unchanged = text === last ? unchanged + 1 : 0;
      if (unchanged === 0) setValue(seen);
      last = text;
      setTrouble(null);
      return isUnderWay(seen);
    };
    const refuse = (error: Error): boolean => {
      unchanged += 1;
      setTrouble(error);
      return !(error instanceof Refusal) || error.retryAfter !== null;
    };
    const look = async (): Promise<void> => {
      clearTimeout(timer);
      if (document.visibilityState !== 'visible') return;
      turn += 1;
      const mine = turn;
      const outcome = await read().then(
        (seen) => () => take(seen),
        (error: Error) => () => refuse(error),
      );
      if (mine !== turn) return;
      const pause = outcome() ? pauseAfter(unchanged) : null;
      if (pause !== null) timer = window.setTimeout(() => void look(), pause);
    };
    const onVisible = (): void => void look();
    void look();
    addEventListener('visibilitychange', onVisible);
    return () => {
      turn += 1;
      clearTimeout(timer);
      removeEventListener('visibilitychange', onVisible);
    };
  }, [read, isUnderWay, round]);
  return { value, trouble, again: useCallback(() => nextRound(), []) };
}
