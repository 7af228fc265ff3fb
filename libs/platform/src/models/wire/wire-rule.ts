import { retryable } from '@arbiter/contracts';

export type JsonObject = Readonly<Record<string, unknown>>;

/**
 * What an answer of one family must be to count as a whole one, in a stream or in one piece. The SDKs are lenient: they
 * glue the answers of several choices together, and take the half of one for a whole.
 */
export interface WireRule {
  /** The event as it goes on to the SDK; null: it does not. Throws a retryable `broken_stream`. */
  see(event: JsonObject): JsonObject | null;
  /** Throws when what was seen is no whole answer. */
  end(): void;
  /** An answer in one piece as it goes on to the SDK. Throws when it is no whole one, or tells of a failure. */
  whole(answer: JsonObject): JsonObject;
}

export const brokenStream = (reason: string): Error =>
  retryable('broken_stream', `what the provider sent is no whole answer: ${reason}; ask another one`);

/** An answer that came well, to say that none was made. */
export const failedAnswer = (): Error => retryable('provider_failed', 'the provider failed; ask another one');

export const objectIn = (value: unknown): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
export const listIn = (value: unknown): readonly JsonObject[] => (Array.isArray(value) ? value.map(objectIn) : []);
