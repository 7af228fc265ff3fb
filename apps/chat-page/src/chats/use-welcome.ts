import type { WelcomeView } from '@arbiter/contracts';
import { useEffect, useState } from 'react';
import { Refusal, readWelcome } from '../http/api';

const AGAIN_MILLISECONDS = 3_000;
/** Whom the page speaks as where neither the browser nor the tenant names a person. */
const GUEST = 'guest';

export const NOTHING_TOLD: WelcomeView = { customers: [], twoStage: false, examples: [] };

/** The tenant's customers and sentences to begin with; null until the server has told them, or refused. */
export function useWelcome(apiKey: string | null, locale: string | null): WelcomeView | null {
  const [welcome, setWelcome] = useState<WelcomeView | null>(null);
  useEffect(() => {
    let timer: number | undefined;
    let isLeft = false;
    const failed = (error: unknown): void => {
      if (isLeft) return;
      if (error instanceof Refusal && error.retryAfter === null) setWelcome(NOTHING_TOLD);
      else timer = window.setTimeout(read, AGAIN_MILLISECONDS);
    };
    const read = (): void => void readWelcome({ apiKey }, locale).then((told) => isLeft || setWelcome(told), failed);
    read();
    return () => {
      isLeft = true;
      clearTimeout(timer);
    };
  }, [apiKey, locale]);
  return welcome;
}

/** The person to speak as: the remembered one where the tenant names it or names none; null while that is not known. */
export function personAmong(welcome: WelcomeView | null, remembered: string | null): string | null {
  if (welcome === null) return remembered;
  const { customers } = welcome;
  if (remembered !== null && (customers.length === 0 || customers.includes(remembered))) return remembered;
  return customers[0] ?? GUEST;
}
