import type { TSchema } from 'typebox';

/** The categories of streams; one service writes each. */
export const CATEGORIES = ['turn', 'session', 'plan', 'run', 'action', 'artifact', 'link'] as const;
export type Category = (typeof CATEGORIES)[number];

export interface EventDefinition<S extends TSchema = TSchema> {
  readonly category: Category;
  readonly version: number;
  readonly sentence: string;
  readonly schema: S;
}

/** Declares an event: the category of its stream, its schema version, its meaning in one sentence, and its data. */
export function event<S extends TSchema>(
  category: Category,
  version: number,
  sentence: string,
  schema: S,
): EventDefinition<S> {
  return { category, version, sentence, schema };
}
