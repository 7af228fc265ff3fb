import { ArbiterError, type ProblemView } from '@arbiter/contracts';
import type { FieldProblem } from './field-problems';

export const PROBLEM_TYPE = 'application/problem+json';

interface ProblemExtras {
  readonly field?: string;
  readonly errors?: readonly FieldProblem[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** Why a request failed and what to do next, in the form of the response. */
export class Problem extends Error {
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    readonly status: number,
    readonly code: string,
    readonly detail: string,
    private readonly extras: ProblemExtras = {},
  ) {
    super(detail);
    this.name = 'Problem';
    this.headers = extras.headers ?? {};
  }

  get body(): ProblemView {
    const { field, errors } = this.extras;
    return {
      type: `urn:arbiter:problem:${this.code}`,
      title: this.code.replaceAll('_', ' '),
      status: this.status,
      detail: this.detail,
      ...(field === undefined ? {} : { field }),
      ...(errors === undefined ? {} : { errors }),
    };
  }
}

/** The request is invalid: the first wrong field, and all of them. */
export function invalidRequest(problems: readonly FieldProblem[]): Problem {
  const [first] = problems;
  return new Problem(400, 'invalid_request', problems.map(({ detail }) => detail).join('; '), {
    field: first?.field,
    errors: problems,
  });
}

const BAD_REQUESTS: ReadonlySet<string> = new Set(['bad_utf8', 'bad_json', 'unsafe_text']);

/** An ArbiterError as a caller gets it. Any other error reveals nothing. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof ArbiterError) {
    const { kind, code, message, details } = error;
    if (BAD_REQUESTS.has(code)) return new Problem(400, code, message, { field: details.field });
    if (kind === 'conflict') return new Problem(409, code, message);
    if (kind === 'retryable') return unavailable(code, message, details.delayMilliseconds);
  }
  return new Problem(500, 'internal_error', 'the request could not be handled; it may be sent again');
}

const unavailable = (code: string, detail: string, delayMilliseconds = 1_000): Problem =>
  new Problem(503, code, detail, {
    headers: { 'retry-after': String(Math.max(1, Math.ceil(delayMilliseconds / 1_000))) },
  });
