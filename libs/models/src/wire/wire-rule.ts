import { retryable } from '@arbiter/contracts';

export type JsonObject = Readonly<Record<string, unknown>>;

/**
 * The conditions under which an answer of one family counts as whole, in a stream or in one piece, and the one form in
 * which it goes on to the SDK: vendors write the same things in several ways. The SDKs are lenient where it matters:
 * they join the answers of several choices, and take half an answer for a whole one.
 */
export interface WireRule {
  /**
   * The event as it goes on to the SDK; null: it does not. Throws a retryable `broken_stream`, or the error that it
   * reports.
   */
  see(event: JsonObject): JsonObject | null;
  /** Throws when the parts so far are no whole answer. */
  end(): void;
  /**
   * An answer in one piece, as it is passed on to the SDK. Throws when it is not whole, or the error that it reports.
   */
  whole(answer: JsonObject): JsonObject;
}

export const brokenStream = (reason: string): Error =>
  retryable('broken_stream', `what the provider sent is no whole answer: ${reason}; ask another one`);

export const objectIn = (value: unknown): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
export const listIn = (value: unknown): readonly JsonObject[] => (Array.isArray(value) ? value.map(objectIn) : []);
export const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Whether these arguments of a call are whole. A tool may need none. */
export function areWhole(written: string): boolean {
  if (written.trim() === '') return true;
  try {
    JSON.parse(written);
    return true;
  } catch {
    return false;
  }
}
