const STOP_MILLISECONDS = 20_000;

/** Tells the parent process, if it listens, that the service takes work. */
export function announceReady(details: Readonly<Record<string, unknown>>): void {
  process.send?.({ ready: true, ...details });
}

/** SIGTERM, SIGINT and the end of the parent all mean: stop gracefully, within bounds. */
export function stopOnSignals(name: string, close: () => Promise<void>): void {
  let stopping = false;
  const stop = (): void => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), STOP_MILLISECONDS).unref();
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`${name}: stopped badly: ${String(error)}\n`);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  if (process.send) process.on('disconnect', stop);
}
