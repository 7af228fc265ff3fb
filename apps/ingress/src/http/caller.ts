import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ApiKeys, Caller } from './api-keys';

const CALLERS = new WeakMap<FastifyRequest, Caller>();
const CLIENTS = new WeakMap<FastifyRequest, string>();

/** Identifies every caller before a body is read, except on the probes. */
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

/** The caller of a request, as its key identified it. */
export const callerOf = (request: FastifyRequest): Caller => CALLERS.get(request)!;

/** The same for a controller's method. */
export const CallerOf = createParamDecorator((_: unknown, context: ExecutionContext): Caller =>
  callerOf(context.switchToHttp().getRequest<FastifyRequest>()),
);

/** The client whose event streams are counted together: the API key or, where no keys are configured, the address. */
export const ClientOf = createParamDecorator((_: unknown, context: ExecutionContext): string =>
  CLIENTS.get(context.switchToHttp().getRequest<FastifyRequest>())!,
);
