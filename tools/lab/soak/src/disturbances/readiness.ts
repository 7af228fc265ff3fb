import { setTimeout as delay } from 'node:timers/promises';
import type { SoakSystem } from '../site';

const PATIENCE_MILLISECONDS = 120_000;
/**
 * A service that has not noticed yet reports that it is ready: so it must report that for longer than noticing takes.
 */
const SURE_MILLISECONDS = 1_500;
const ASK_MILLISECONDS = 2_000;

/** When every process of every service took work again and went on to; null when that took too long. */
export async function untilReady(site: SoakSystem): Promise<number | null> {
  let since: number | null = null;
  for (const until = Date.now() + PATIENCE_MILLISECONDS; Date.now() < until; await delay(100)) {
    const asked = Date.now();
    const isReady = (
      await Promise.all(site.system.services.map(({ adminPort, process }) => process.running && takesWork(adminPort)))
    ).every(Boolean);
    since = isReady ? (since ?? asked) : null;
    if (since !== null && Date.now() - since >= SURE_MILLISECONDS) return since;
  }
  return null;
}

const takesWork = (adminPort: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${adminPort}/readyz`, { signal: AbortSignal.timeout(ASK_MILLISECONDS) }).then(
    ({ ok }) => ok,
    () => false,
  );
