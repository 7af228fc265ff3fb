import { constants } from 'node:os';

const checkMilliseconds = 1_000;

/**
 * Every way in which this process is asked to end: Ctrl-C, SIGTERM, a terminal that closes, and the end of its parent
 * process, SIGKILL included, which it notices by getting another parent. `ask` is called for the first of them, with
 * the exit code that tells which it was.
 */
export function onStopRequest(ask: (exitCode: number) => void): void {
  let isAsked = false;
  const once = (exitCode: number): void => {
    if (!isAsked) ask(exitCode);
    isAsked = true;
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => once(128 + constants.signals[signal]));
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) once(128 + constants.signals.SIGHUP);
  }, checkMilliseconds).unref();
  // The reader of our output may be gone with it; that is no reason to stop without order.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}
