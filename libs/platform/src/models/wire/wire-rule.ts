import { retryable } from '@arbiter/contracts';

export type JsonObject = Readonly<Record<string, unknown>>;

/**
 * The conditions under which an answer of one family counts as whole, in a stream or in one piece. The SDKs are
 * lenient: they join the answers of several choices, and take half an answer for a whole one.
 */
export interface WireRule {
  /** The event as it goes on to the SDK; null: it does not. Throws a retryable `broken_stream`. */
  see(event: JsonObject): JsonObject | null;
  /** Throws when the parts so far are no whole answer. */
  end(): void;
  /** An answer in one piece, as it is passed on to the SDK. Throws when it is not whole, or reports a failure. */
  whole(answer: JsonObject): JsonObject;
}

export const brokenStream = (reason: string): Error =>
  retryable('broken_stream', `what the provider sent is no whole answer: ${reason}; ask another one`);

/** An answer that came well, to say that none was made. */
export const failedAnswer = (): Error => retryable('provider_failed', 'the provider failed; ask another one');

export const objectIn = (value: unknown): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
export const listIn = (value: unknown): readonly JsonObject[] => (Array.isArray(value) ? value.map(objectIn) : []);
