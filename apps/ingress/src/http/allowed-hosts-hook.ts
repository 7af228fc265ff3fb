import { problemOf, type AllowedHosts } from '@arbiter/platform';
import type { FastifyInstance } from 'fastify';
import { sendProblem } from './problem-filter';

/**
 * Refuses what is meant for another name or comes from another origin's page, before anything of its body is read
 * (decision 0102); the probes answer to any name.
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
