import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '@arbiter/store';
import { startStack } from '../stack';
import type { Stack } from '../types';
import { borrow, hasLender } from './lender-client';

export interface ThrowawayStackOptions {
  /** for a test that stops Postgres, changes its settings or looks at more than its database */
  readonly ownPostgres?: boolean;
}

/**
 * Servers for one test file, with the schema. In a test run with a lender Postgres is lent, and the file has a database
 * of its own there; NATS and Redis are always the file's own.
 */
export async function startThrowawayStack({ ownPostgres = false }: ThrowawayStackOptions = {}): Promise<Stack> {
  const lent = ownPostgres || !hasLender() ? null : ((await borrow('database')) as { readonly url: string });
  const stack = await startStack({
    dataFolder: mkdtempSync(join(tmpdir(), 'arbiter-throwaway-')),
    throwaway: true,
    environment: lent
      ? { ...process.env, ARBITER_POSTGRES_URL: lent.url, ARBITER_STACK_POSTGRES: undefined }
      : process.env,
  });
  if (lent) return stack;
  try {
    await migrate(stack.postgres.url);
    return stack;
  } catch (error) {
    await stack.stop();
    throw error;
  }
}
