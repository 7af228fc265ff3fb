/**
 * The result of the work, or a rejection with the signal's reason as soon as it is aborted; the work's own end is
 * ignored then.
 */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abandon = (): void => reject(signal.reason);
  if (signal.aborted) abandon();
  signal.addEventListener('abort', abandon, { once: true });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', abandon);
    work.catch(() => undefined);
  }
}
