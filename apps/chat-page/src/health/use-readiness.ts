import { useEffect, useState } from 'react';
import { askReadiness } from '../http/api';
import { WELL, type Readiness } from './readiness';

const WELL_MILLISECONDS = 2_000;
const UNWELL_MILLISECONDS = 1_000;

/**
 * How the service fares, asked every two seconds, more often while it is not well, and only while the page is looked
 * at.
 */
export function useReadiness(): Readiness {
  const [readiness, setReadiness] = useState(WELL);
  useEffect(() => {
    let timer = 0;
    let isOver = false;
    const ask = async (): Promise<void> => {
      const answer = document.visibilityState === 'visible' ? await askReadiness() : null;
      if (isOver) return;
      if (answer) setReadiness((before) => (sameAs(before, answer) ? before : answer));
      timer = window.setTimeout(
        () => void ask(),
        answer && answer.state !== 'well' ? UNWELL_MILLISECONDS : WELL_MILLISECONDS,
      );
    };
    timer = window.setTimeout(() => void ask(), UNWELL_MILLISECONDS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, []);
  return readiness;
}

const sameAs = (one: Readiness, other: Readiness): boolean =>
  one.state === other.state && one.parts.join() === other.parts.join();
