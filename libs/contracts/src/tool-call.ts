import type { BuiltInTool } from './artifacts/tool';
import type { Command } from './decider';
import type { Values } from './vocabulary';

/** One call of a tool, ready to be made: the domain builds it from the artifact, the platform makes it. */
export type ToolCall =
  | {
      readonly kind: 'http';
      readonly extension: string;
      /** the environment variable that holds the extension's base URL */
      readonly baseUrlVariable: string;
      /** the environment variable that holds the key of the extension, when it takes one */
      readonly keyVariable: string | null;
      /** the host that address must have, when the artifact names one */
      readonly domain: string | null;
      readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
      /** path and query, percent-encoded, under the base URL */
      readonly path: string;
      /** names in lower case */
      readonly headers: Readonly<Record<string, string>>;
      readonly body: Values | null;
    }
  | { readonly kind: 'builtin'; readonly builtin: BuiltInTool; readonly args: Values };

/**
 * The outcome of one call, as far as the network shows it; its meaning for the action is the domain's decision.
 * - `response`: the vendor answered. Header names in lower case; `unreadable` is the reason why a body is missing.
 *   `origin` is what was asked, as `https://vendor.example:8443`; a built-in tool has none.
 * - `not_sent`: nothing reached the vendor; a later call may
 * - `refused`: nothing reached the vendor, and without a change nothing will
 * - `no_response`: the request may have arrived; its effect is unknown
 */
export type ToolOutcome =
  | {
      readonly kind: 'response';
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: unknown;
      readonly unreadable: 'response_not_json' | 'response_too_large' | null;
      /** Retry-After, bounded */
      readonly retryAfterMilliseconds: number | null;
      readonly origin?: string;
    }
  | {
      readonly kind: 'not_sent';
      readonly code: 'connection_failed' | 'timed_out' | 'deadline_passed';
      readonly reason: string;
      readonly retryAfterMilliseconds: number | null;
    }
  | { readonly kind: 'refused'; readonly code: 'extension_misconfigured' | 'request_invalid'; readonly reason: string }
  | { readonly kind: 'no_response'; readonly code: 'timed_out' | 'connection_lost'; readonly reason: string };

/**
 * A call to make: wait `delayMilliseconds`, call, then ask `proceed` for the next step. `draw` is a random number from
 * 0 to 1.
 */
export interface PendingCall<C extends Command> {
  readonly kind: 'call';
  readonly purpose: 'read' | 'probe' | 'send' | 'verify';
  readonly call: ToolCall;
  readonly delayMilliseconds: number;
  readonly timeoutMilliseconds: number;
  /** nothing is sent after this instant, and an answer is waited for no longer */
  readonly sendBy: string;
  readonly proceed: (outcome: ToolOutcome, now: string, draw: number) => ToolEffect<C>;
}

/** The work left for an action outside its stream: calls, one after the other, and at last a command for the stream. */
export type ToolEffect<C extends Command = Command> = PendingCall<C> | { readonly kind: 'report'; readonly command: C };
