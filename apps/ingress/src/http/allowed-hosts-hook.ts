import { problemOf, type AllowedHosts } from '@arbiter/runtime';
import type { FastifyInstance } from 'fastify';
import { sendProblem } from './problem-filter';

/**
 * Refuses requests that name another host or come from a page of another origin, before their body is read (decision
 * 0102). The probes answer to any host name.
 */
export function refuseStrangers(server: FastifyInstance, hosts: AllowedHosts, open: ReadonlySet<string>): void {
  server.addHook('onRequest', (request, reply, done) => {
    if (open.has(request.routeOptions.url ?? '')) return done();
    try {
      hosts.check(request.headers, request.method);
    } catch (error) {
      // Answered here: the page's routes know nothing of the others' filter.
      return sendProblem(reply, problemOf(error));
    }
    done();
  });
}
