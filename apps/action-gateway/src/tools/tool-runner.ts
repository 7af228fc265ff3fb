import { urlToHttpOptions } from 'node:url';
import { ArbiterError, type ToolCall, type ToolOutcome } from '@arbiter/contracts';
import { SYSTEM_CLOCK, type Clock } from '@arbiter/resilience';
import { authorizationOf, baseUrlOf } from './destination';
import { Connections } from './connections';
import { attemptHttp } from './http-call';

export interface ToolRunnerOptions {
  /** holds the base URLs of the extensions */
  readonly environment: NodeJS.ProcessEnv;
  /** the clock for `sendBy`; the one that it was made with */
  readonly clock?: Clock;
}

/** The tenant and the time limits of a call. */
export interface CallLimits {
  readonly tenant: string;
  readonly traceParent: string | null;
  readonly timeoutMilliseconds: number;
  /** nothing is sent after this instant (ISO 8601), and no answer is waited for */
  readonly sendBy: string;
  readonly signal?: AbortSignal;
}

type HttpCall = Extract<ToolCall, { kind: 'http' }>;

/**
 * AG-09: makes one call of a tool and returns the result of the network. It never rejects, decides nothing and stores
 * nothing.
 */
export class ToolRunner {
  private readonly connections = new Connections();
  private readonly closing = new AbortController();
  readonly clock: Clock;

  constructor(private readonly options: ToolRunnerOptions) {
    this.clock = options.clock ?? SYSTEM_CLOCK;
  }

  async send(call: ToolCall, limits: CallLimits): Promise<ToolOutcome> {
    if (call.kind === 'builtin') return builtIn(call);
    return this.sendHttp(call, limits);
  }

  /** Aborts the calls in flight; their callers get `no_response`, or `not_sent` where there was no connection yet. */
  close(): void {
    this.closing.abort();
    this.connections.close();
  }

  private async sendHttp(call: HttpCall, limits: CallLimits): Promise<ToolOutcome> {
    let baseUrl: URL;
    let authorization: ReturnType<typeof authorizationOf>;
    try {
      baseUrl = baseUrlOf(call, this.options.environment);
      authorization = authorizationOf(call, this.options.environment);
    } catch (error) {
      if (error instanceof ArbiterError)
        return { kind: 'refused', code: 'extension_misconfigured', reason: error.message };
      throw error;
    }
    const signal = limits.signal ? AbortSignal.any([this.closing.signal, limits.signal]) : this.closing.signal;
    if (signal.aborted) return notSent('the service is stopping');
    const left = Date.parse(limits.sendBy) - Date.parse(this.clock.now());
    if (left <= 0) return notSent(`nothing is sent after ${limits.sendBy}`);
    const body = call.body === null ? null : JSON.stringify(call.body);
    const options = {
      ...urlToHttpOptions(baseUrl),
      method: call.method,
      path: pathOf(baseUrl, call),
      headers: { ...headersOf(call, body, limits.traceParent), ...authorization },
      agent: this.agentFor(baseUrl, call),
    };
    const timeoutMilliseconds = Math.min(limits.timeoutMilliseconds, left);
    const outcome = await attemptHttp({ options, body, timeoutMilliseconds, signal });
    return outcome.kind === 'response' ? { ...outcome, origin: baseUrl.origin } : outcome;
  }

  private agentFor({ protocol }: URL, { method }: HttpCall) {
    return this.connections.agentFor(protocol === 'https:' ? 'https:' : 'http:', method);
  }
}

/** The path is appended as it is: a URL parser would resolve `.` and `..` in it. */
const pathOf = (baseUrl: URL, call: HttpCall): string => `${baseUrl.pathname.replace(/\/$/, '')}${call.path}`;

function headersOf(call: HttpCall, body: string | null, traceParent: string | null): Record<string, string | number> {
  return {
    'user-agent': 'arbiter',
    ...call.headers,
    accept: 'application/json',
    'accept-encoding': 'identity',
    ...(body === null ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
    ...(traceParent === null ? {} : { traceparent: traceParent }),
  };
}

const notSent = (reason: string): ToolOutcome => ({
  kind: 'not_sent',
  code: 'deadline_passed',
  reason,
  retryAfterMilliseconds: null,
});

/**
 * The built-in tools, which call no vendor: the answer repeats the arguments, and the stream that records it decides
 * the rest.
 */
const builtIn = ({ builtin, args }: Extract<ToolCall, { kind: 'builtin' }>): ToolOutcome => ({
  kind: 'response',
  status: 200,
  headers: {},
  body: builtin === 'echo' ? { text: args['text'] ?? null } : { playbook: args['playbook'] },
  unreadable: null,
  retryAfterMilliseconds: null,
});
