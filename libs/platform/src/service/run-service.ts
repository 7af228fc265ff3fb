import 'reflect-metadata';
// Dates that people write are read in one zone, whatever the machine's: the same turn must be decided the same everywhere.
process.env['TZ'] = 'UTC';
import { NestFactory } from '@nestjs/core';
import type { INestApplicationContext, Type } from '@nestjs/common';

const STOP_MILLISECONDS = 20_000;

/** Tells the process that started this one, if it listens, that the service takes work. */
export function announceReady(details: Readonly<Record<string, unknown>>): void {
  process.send?.({ ready: true, ...details });
}

/** Runs one Nest module as a process until SIGTERM or SIGINT; ends with one clear line when it cannot start. */
export async function runService(name: string, module: Type, listen?: (app: INestApplicationContext) => Promise<void>): Promise<void> {
  try {
    const app = await NestFactory.createApplicationContext(module, { logger: false, abortOnError: false });
    stopOnSignals(name, () => app.close());
    await listen?.(app);
  } catch (error) {
    process.stderr.write(`${name}: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
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
