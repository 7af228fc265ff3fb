import { PROBLEM_TYPE, Problem, problemOf } from '@arbiter/runtime';
import { Catch, HttpException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { BODY_BYTES } from './body-parser';

/** Answers every error as application/problem+json. An unexpected error is told to the log and not to the caller. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(private readonly onTrouble: (error: unknown) => void) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const problem = toProblem(error);
    if (problem.status >= 500) this.onTrouble(error);
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    if (!reply.sent) sendProblem(reply, problem);
  }
}

export function sendProblem(reply: FastifyReply, problem: Problem): void {
  void reply
    .code(problem.status)
    .headers({ ...problem.headers, 'cache-control': 'no-store' })
    .type(PROBLEM_TYPE)
    .send(JSON.stringify(problem.body));
}

/** The framework's own errors in our words. */
export function toProblem(error: unknown): Problem {
  const status =
    error instanceof HttpException ? error.getStatus() : (error as { statusCode?: unknown } | null)?.statusCode;
  if (error instanceof Problem || typeof status !== 'number' || status >= 500) return problemOf(error);
  switch (status) {
    case 404:
      return new Problem(404, 'not_found', 'there is no such route; /openapi.json lists those there are');
    case 413:
      return new Problem(413, 'body_too_large', `the body is larger than ${BODY_BYTES} bytes; send less`, {
        field: 'body',
      });
    case 414:
      return new Problem(
        400,
        'invalid_request',
        'a part of the path is longer than any id; send the id as it was given',
        { field: 'id' },
      );
    case 415:
      return new Problem(415, 'unsupported_media_type', 'send the body as Content-Type: application/json', {
        field: 'content-type',
      });
    default:
      return new Problem(status, 'bad_request', error instanceof Error ? error.message : 'the request cannot be read');
  }
}
