import 'reflect-metadata';
// Dates that people write are read in one zone, whatever the machine's: the same turn must be decided the same everywhere.
process.env['TZ'] = 'UTC';
import { NestFactory } from '@nestjs/core';
import type { INestApplicationContext, Type } from '@nestjs/common';
import { stopOnSignals } from './signals';

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
