import type { ExtractSlot } from '@arbiter/contracts';
import { literalProblem } from './literal';
import type { ValueSchema } from './rules/schema';

/**
 * PL-16: whether a value may fill a slot: it has the declared form, and where a pattern describes it, it occurs in the
 * text letter by letter.
 */
export function isExtracted(value: unknown, { value: declared }: ExtractSlot, text: string): boolean {
  const schema = declared as ValueSchema;
  if (value === null || value === undefined || literalProblem(value, schema, schema) !== null) return false;
  return typeof value !== 'string' || schema.pattern === undefined || text.includes(value);
}
