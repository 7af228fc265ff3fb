import type { IdempotencyClass, ToolDefinition } from '@arbiter/contracts';

/**
 * EX-19: what makes a second call of the same action safe. A read has no effect that could be doubled, and what is
 * built in has none outside.
 */
export type RepeatClass = 'harmless' | IdempotencyClass;

/** The declared class, held to what the tool really brings: without a probe nothing can be looked up before a write. */
export function repeatClassOf({ riskClass, idempotency, probe, builtin }: ToolDefinition): RepeatClass {
  if (riskClass === 'read' || builtin !== undefined) return 'harmless';
  if (idempotency === 'etag' || idempotency === 'query_before_write') {
    if (!probe) return 'none';
    return probe.etag === undefined ? 'query_before_write' : idempotency;
  }
  return idempotency;
}

export const probesFirst = (repeat: RepeatClass): boolean => repeat === 'etag' || repeat === 'query_before_write';
