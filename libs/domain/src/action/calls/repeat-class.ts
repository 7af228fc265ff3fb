import type { IdempotencyClass, ToolDefinition } from '@arbiter/contracts';

/**
 * EX-19: the reason why a second call of the same action is safe. A read has no effect that could be doubled, and a
 * built-in tool has none outside.
 */
export type RepeatClass = 'harmless' | IdempotencyClass;

/**
 * The declared class, corrected by the tool's definition: without a probe the vendor cannot be asked before a write.
 */
export function repeatClassOf({ riskClass, idempotency, probe, builtin }: ToolDefinition): RepeatClass {
  if (riskClass === 'read' || builtin !== undefined) return 'harmless';
  if (idempotency === 'etag' || idempotency === 'query_before_write') {
    if (!probe) return 'none';
    return probe.etag === undefined ? 'query_before_write' : idempotency;
  }
  return idempotency;
}

export const probesFirst = (repeat: RepeatClass): boolean => repeat === 'etag' || repeat === 'query_before_write';
