import { useEffect, useState } from 'react';
import { askReadiness } from '../http/api';

const WELL_MILLISECONDS = 20_000;
const UNWELL_MILLISECONDS = 3_000;

/** Whether the service takes work, asked seldom while it does, and only while the page is looked at. */
export function useReadiness(): boolean {
  const [isReady, setReady] = useState(true);
  useEffect(() => {
    let timer = 0;
    let isOver = false;
    const ask = async (): Promise<void> => {
      const ready = document.visibilityState === 'visible' ? await askReadiness() : null;
      if (isOver) return;
      if (ready !== null) setReady(ready);
      timer = window.setTimeout(() => void ask(), ready === false ? UNWELL_MILLISECONDS : WELL_MILLISECONDS);
    };
    timer = window.setTimeout(() => void ask(), UNWELL_MILLISECONDS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, []);
  return isReady;
}
