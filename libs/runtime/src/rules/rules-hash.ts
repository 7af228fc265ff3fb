import { createHash } from 'node:crypto';
import type { Category } from '@arbiter/contracts';
import { decidingCode, entryOf } from './deciding-code';

/** The decider of each category. */
const DECIDERS: Partial<Record<Category, string>> = {
  session: 'sessionDecider',
  playbook: 'playbookDecider',
  plan: 'planDecider',
  run: 'runDecider',
  agent: 'agentDecider',
  action: 'actionDecider',
};
export const DECIDED_CATEGORIES = Object.keys(DECIDERS) as readonly Category[];

/** The code that every decision depends on: how facts and artifacts are read. */
const READING = ['EVENTS', 'upcast', 'ArtifactBundle'];

const known = new Map<string, string>();

/**
 * Names the rules in force for a category: the hash of its decider and of all that it imports, libraries by their
 * versions. With it replay can tell a changed rule from a broken promise. `domainIndex` is the resolved entry of the
 * domain.
 */
export function domainRules(category: Category, domainIndex: string): string {
  const key = `${category} ${domainIndex}`;
  const cached = known.get(key);
  if (cached) return cached;
  const decider = DECIDERS[category];
  if (!decider) throw new Error(`nothing decides the category ${category}`);
  const { files, libraries } = decidingCode([
    [domainIndex, [decider]],
    [entryOf('@arbiter/contracts', domainIndex), READING],
  ]);
  const value = createHash('sha256')
    .update(JSON.stringify([[...files], [...libraries]]))
    .digest('hex')
    .slice(0, 16);
  known.set(key, value);
  return value;
}
