/** Resolves when it holds, which is looked at whenever `watch` calls back, or when waiting is given up. */
export function until(
  holds: () => boolean,
  watch: (listener: () => void) => () => void,
  signal: AbortSignal,
): Promise<void> {
  if (holds() || signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const look = (): void => {
      if (!holds() && !signal.aborted) return;
      end();
      signal.removeEventListener('abort', look);
      resolve();
    };
    const end = watch(look);
    signal.addEventListener('abort', look);
  });
}
