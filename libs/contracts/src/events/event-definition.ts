import type { TSchema } from 'typebox';

/** The categories of streams; one service writes each. */
export const CATEGORIES = [
  'turn',
  'session',
  'playbook',
  'plan',
  'run',
  'agent',
  'action',
  'artifact',
  'link',
] as const;
export type Category = (typeof CATEGORIES)[number];

export interface EventDefinition<S extends TSchema = TSchema> {
  /** of the streams that may hold it */
  readonly categories: readonly [Category, ...Category[]];
  readonly version: number;
  readonly sentence: string;
  readonly schema: S;
}

/** Declares an event: the categories of its streams, its schema version, its meaning in one sentence, and its data. */
export function event<S extends TSchema>(
  categories: Category | EventDefinition['categories'],
  version: number,
  sentence: string,
  schema: S,
): EventDefinition<S> {
  return { categories: typeof categories === 'string' ? [categories] : categories, version, sentence, schema };
}
