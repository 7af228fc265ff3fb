import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Category } from '@arbiter/contracts';

/** The highest stage whose rules decide a category. */
const HIGHEST_STAGE: Partial<Record<Category, number>> = { session: 2, plan: 3, run: 6, action: 5 };

const known = new Map<string, string>();

/**
 * Names the rules in force for a category: the hash of the domain's compiled files up to the stage that decides it. Replay
 * tells by it a rule that was changed since from a promise that is broken. `domainIndex` is the resolved entry of the domain.
 */
export function domainRules(category: Category, domainIndex: string): string {
  const key = `${category} ${domainIndex}`;
  const cached = known.get(key);
  if (cached) return cached;
  const folder = dirname(domainIndex);
  const hash = createHash('sha256');
  for (const file of filesOf(folder, HIGHEST_STAGE[category] ?? 0)) hash.update(relative(folder, file)).update(readFileSync(file));
  const value = hash.digest('hex').slice(0, 16);
  known.set(key, value);
  return value;
}

function filesOf(folder: string, highest: number): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.m?[jt]s$/.test(file) && !/\.(d|spec)\.m?[jt]s$/.test(file))
    .filter((file) => !/^\d/.test(file) || Number.parseInt(file, 10) <= highest)
    .toSorted()
    .map((file) => join(folder, file));
}
