import 'reflect-metadata';
import type { AddressInfo } from 'node:net';
import type { INestApplication } from '@nestjs/common';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { terminal } from '@arbiter/contracts';
import {
  HEADERS_AS_SENT,
  LOGGER,
  Metrics,
  ON_TROUBLE,
  answerUnreadable,
  type HttpEdge,
  type Logger,
  type OnTrouble,
} from '@arbiter/runtime';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { IngressConfiguration } from '../configuration';
import { PROBES } from '../controllers/probes.controller';
import { INGRESS_CONFIGURATION } from '../edge-configuration.module';
import { refuseStrangers } from './allowed-hosts-hook';
import { parseJsonBodies } from './body-parser';
import { authenticateCallers } from './caller';
import { PAGE_ROUTES, isPageBuilt, servePage } from './page';
import { ProblemFilter, sendProblem, toProblem } from './problem-filter';
import { measureRequests } from './request-metrics';
import { BodyValidation } from './validation';

const REQUEST_MILLISECONDS = 30_000;
const MOST_CONNECTIONS = 25_000;
/** An identifier of 128 characters, every one escaped. */
const PARAMETER_CHARACTERS = 128 * 12;

/**
 * The checks between a caller and the controllers. A hook of the server, not a guard, refuses a request that may not
 * come in: a guard would run only after the body has been read.
 */
export const httpEdge: HttpEdge = {
  adapter: () =>
    new FastifyAdapter({
      requestTimeout: REQUEST_MILLISECONDS,
      // A HEAD of an event stream would hold it open without a reader.
      exposeHeadRoutes: false,
      http: HEADERS_AS_SENT,
      clientErrorHandler: answerUnreadable,
      routerOptions: { maxParamLength: PARAMETER_CHARACTERS },
      frameworkErrors: (error: unknown, _request: unknown, reply: FastifyReply) => sendProblem(reply, toProblem(error)),
    }),
  configure: (application) => {
    const { hosts, apiKeys } = application.get<IngressConfiguration>(INGRESS_CONFIGURATION, { strict: false });
    const server = application.getHttpAdapter().getInstance() as FastifyInstance;
    server.server.maxConnections = MOST_CONNECTIONS;
    parseJsonBodies(server);
    measureRequests(server, application.get(Metrics, { strict: false }).registry);
    refuseStrangers(server, hosts, new Set(PROBES));
    authenticateCallers(server, apiKeys, new Set([...PROBES, ...PAGE_ROUTES]));
    servePage(server);
    if (!isPageBuilt())
      application.get<Logger>(LOGGER, { strict: false }).warn('the page at / is not built; npm start builds it');
    application.useGlobalFilters(new ProblemFilter(application.get<OnTrouble>(ON_TROUBLE, { strict: false })));
    application.useGlobalPipes(new BodyValidation());
  },
  listen: async (application) => {
    const { httpPort, httpHost } = application.get<IngressConfiguration>(INGRESS_CONFIGURATION, { strict: false });
    return listen(application, httpPort, httpHost);
  },
};

/** Throws a terminal error when the port cannot be had. */
async function listen(application: INestApplication, port: number, host: string): Promise<number> {
  try {
    await application.listen(port, host);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE')
      throw terminal(
        'port_in_use',
        `port ${port} on ${host} is in use; stop what listens there or set ARBITER_HTTP_PORT to another`,
        'ARBITER_HTTP_PORT',
      );
    throw error;
  }
  return (application.getHttpServer().address() as AddressInfo).port;
}
