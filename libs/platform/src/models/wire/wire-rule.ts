import { retryable } from '@arbiter/contracts';

export type JsonObject = Readonly<Record<string, unknown>>;

/**
 * What a stream of one family must be to count as a whole answer. The SDKs are lenient: they glue the answers of several
 * choices together, and take the half of one for a whole.
 */
export interface WireRule {
  /** The event as it goes on to the SDK; null: it does not. Throws a retryable `broken_stream`. */
  see(event: JsonObject): JsonObject | null;
  /** Throws when what was seen is no whole answer. */
  end(): void;
}

export const brokenStream = (reason: string): Error =>
  retryable('broken_stream', `the provider's stream is no whole answer: ${reason}; ask another one`);

export const objectIn = (value: unknown): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
export const listIn = (value: unknown): readonly JsonObject[] => (Array.isArray(value) ? value.map(objectIn) : []);
