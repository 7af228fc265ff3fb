import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ApiKeys, Caller } from './api-keys';

const CALLERS = new WeakMap<FastifyRequest, Caller>();
const CLIENTS = new WeakMap<FastifyRequest, string>();

/** Asks every caller who they are before a body is read, except on the probes. */
export function authenticateCallers(server: FastifyInstance, keys: ApiKeys, open: ReadonlySet<string>): void {
  server.addHook('onRequest', (request, _reply, done) => {
    if (open.has(request.routeOptions.url ?? '')) return done();
    try {
      const caller = keys.authenticate(request.headers.authorization);
      CALLERS.set(request, caller);
      CLIENTS.set(request, keys.configured ? `key ${caller.tenant}/${caller.name}` : `address ${request.ip}`);
      done();
    } catch (problem) {
      done(problem as Error);
    }
  });
}

/** Who is calling, as the platform has bound it. */
export const callerOf = (request: FastifyRequest): Caller => CALLERS.get(request)!;

/** The same for a controller's method. */
export const CallerOf = createParamDecorator((_: unknown, context: ExecutionContext): Caller =>
  callerOf(context.switchToHttp().getRequest<FastifyRequest>()),
);

/** Whose event streams are counted together: an API key's or, where none is asked for, an address's. */
export const ClientOf = createParamDecorator((_: unknown, context: ExecutionContext): string =>
  CLIENTS.get(context.switchToHttp().getRequest<FastifyRequest>())!,
);
