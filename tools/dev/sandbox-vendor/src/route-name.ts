import type { FastifyRequest } from 'fastify';

/** The route a request took, by method and pattern: "GET /customers/{customerId}". */
export const routeOf = (request: FastifyRequest): string => routeName(request.method, request.routeOptions.url ?? '');

export const routeName = (method: string, pattern: string): string =>
  `${method} ${pattern.replaceAll(/:(\w+)/g, '{$1}')}`;
