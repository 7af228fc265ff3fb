import { ArbiterError } from '@arbiter/contracts';
import { Problem } from '@arbiter/runtime/adapter';
import type { FastifyError } from 'fastify';

/** What a route throws to refuse a request: an HTTP status and a sentence for its sender. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly headers: Readonly<Record<string, string>> = {},
    readonly field?: string,
  ) {
    super(message);
    this.name = 'Refusal';
  }
}

/** How an error is answered; nothing is told of one that is not meant for the sender. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof Problem) return new Refusal(error.status, error.detail, error.headers, error.body.field);
  if (error instanceof ArbiterError) return refusalOfOurs(error);
  const { statusCode = 500, message } = error as Partial<FastifyError>;
  return statusCode < 500
    ? new Refusal(statusCode, message ?? 'the request cannot be read')
    : new Refusal(500, 'this did not work; send it again later');
}

function refusalOfOurs({ kind, message, details: { field, delayMilliseconds = 1_000 } }: ArbiterError): Refusal {
  if (kind !== 'retryable') return new Refusal(kind === 'conflict' ? 409 : 400, message, {}, field);
  return new Refusal(503, message, { 'retry-after': String(Math.ceil(delayMilliseconds / 1_000)) }, field);
}
