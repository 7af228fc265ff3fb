import 'reflect-metadata';
import type { AddressInfo } from 'node:net';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { terminal } from '@arbiter/contracts';
import { EventStrategy, PassErrorsOn } from '@arbiter/platform';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { AppModule } from '../app.module';
import { PROBES } from '../controllers/probes.controller';
import type { Ingress } from '../ingress';
import { parseJsonBodies } from './body-parser';
import { authenticateCallers } from './caller';
import { refuseStrangers } from './guard';
import { PAGE_ROUTES, Page } from './page';
import { ProblemFilter, sendProblem, toProblem } from './problem-filter';
import { measureRequests } from './request-metrics';
import { BodyValidation } from './validation';

const REQUEST_MILLISECONDS = 30_000;
const MOST_CONNECTIONS = 25_000;
/** An identifier of 128 characters, every one escaped. */
const PARAMETER_CHARACTERS = 128 * 12;

/** What ingress is called by: HTTP, and the events of the bus; not yet listening. */
export async function makeServer(ingress: Ingress): Promise<NestFastifyApplication> {
  const adapter = new FastifyAdapter({
    requestTimeout: REQUEST_MILLISECONDS,
    // A HEAD of an event stream would hold it open without a reader.
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: PARAMETER_CHARACTERS },
    frameworkErrors: (error: unknown, _request: unknown, reply: FastifyReply) => sendProblem(reply, toProblem(error)),
  });
  const server = adapter.getInstance() as unknown as FastifyInstance;
  server.server.maxConnections = MOST_CONNECTIONS;
  parseJsonBodies(server);
  measureRequests(server, ingress.core.metrics.registry);
  refuseStrangers(server, ingress.configuration.hosts, new Set(PROBES));
  authenticateCallers(server, ingress.configuration.apiKeys, new Set([...PROBES, ...PAGE_ROUTES]));
  const page = Page.read();
  page.addRoutes(server);
  if (!page.isBuilt) ingress.core.logger.warn('the page at / is not built; npm start builds it');
  const app = await NestFactory.create<NestFastifyApplication>(AppModule.for(ingress), adapter, {
    logger: false,
    abortOnError: false,
    bodyParser: false,
  });
  app.useGlobalFilters(new ProblemFilter(ingress.core.onTrouble));
  app.useGlobalPipes(new BodyValidation());
  const strategy = new EventStrategy<void>('ingress');
  strategy.feed(ingress.events);
  app.connectMicroservice({ strategy }).useGlobalFilters(new PassErrorsOn());
  return app;
}

/** Returns the port. Throws a terminal error when it cannot be had. */
export async function listen(
  app: NestFastifyApplication,
  { httpPort, httpHost }: Ingress['configuration'],
): Promise<number> {
  try {
    await app.listen(httpPort, httpHost);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE')
      throw terminal(
        'port_in_use',
        `port ${httpPort} on ${httpHost} is in use; stop what listens there or set ARBITER_HTTP_PORT to another`,
        'ARBITER_HTTP_PORT',
      );
    throw error;
  }
  return (app.getHttpServer().address() as AddressInfo).port;
}
