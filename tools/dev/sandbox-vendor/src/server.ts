import fastify, { type FastifyError, type FastifyInstance } from 'fastify';
import type { ArbiterAccess } from './arbiter';
import type { Books } from './books';
import { addFaultHooks } from './fault-hooks';
import { Faults } from './faults';
import { RequestLog, type LoggedRequest } from './request-log';
import { routeName } from './route-name';
import { addAddressChanges } from './routes/address-changes';
import { addBackOffice } from './routes/back-office';
import { addDesk } from './routes/desk/desk';
import { addKeyedRoutes } from './routes/keyed';
import { addLinkRoutes } from './routes/link';
import { addOrderCancellation } from './routes/order-cancellation';
import { addOrderRefund } from './routes/order-refund';
import { addPlainRefunds } from './routes/plain';
import { addReads } from './routes/reads';
import { addSandboxRoutes } from './routes/sandbox';
import { addStudioControl } from './routes/studio/control';
import { addStudioInvoicePayments } from './routes/studio/invoice-payments';
import { addStudioMail } from './routes/studio/mail';
import { addStudioMatches } from './routes/studio/matches';
import { addStudioRecords } from './routes/studio/records';
import { addTickets } from './routes/tickets';
import type { Shop } from './shop';
import type { Studio } from './studio/studio';
import { VendorError, notFound } from './vendor-error';

const MAXIMUM_BODY_BYTES = 64 * 1024;
const MAXIMUM_CONNECTIONS = 2_000;

/** The data of the demo's tenants. */
export interface World {
  readonly shop: Shop;
  readonly studio: Studio;
}

/** The vendor as one HTTP server, not yet listening. */
export function makeServer(
  { shop, studio }: World,
  books: Books,
  stopping: AbortSignal,
  arbiter?: ArbiterAccess,
): FastifyInstance {
  const server = fastify({
    bodyLimit: MAXIMUM_BODY_BYTES,
    requestTimeout: 30_000,
    forceCloseConnections: true,
    // A wrong type or an unknown field is the caller's mistake, not something to repair.
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false } },
  });
  server.server.maxConnections = MAXIMUM_CONNECTIONS;
  const requests = new RequestLog();
  const faults = new Faults();
  const routes = new Set<string>();

  server.addHook('onRoute', ({ method, url }) => {
    const methods = [method].flat().filter((name) => name !== 'HEAD');
    if (!url.startsWith('/_sandbox')) methods.forEach((name) => routes.add(routeName(name, url)));
  });
  addErrorAnswers(server);
  addRequestLog(server, requests);
  addFaultHooks(server, faults, stopping);
  addReads(server, shop, books);
  addKeyedRoutes(server, shop, books);
  addOrderRefund(server, shop, books);
  addOrderCancellation(server, shop, books);
  addAddressChanges(server, shop, books);
  addPlainRefunds(server, shop, books);
  addTickets(server, shop, books);
  addBackOffice(server, shop, books);
  addLinkRoutes(server, shop, arbiter);
  addStudioRecords(server, studio, books);
  addStudioMail(server, studio, books);
  addStudioMatches(server, studio, books);
  addStudioInvoicePayments(server, studio, books);
  addStudioControl(server, studio, books);
  addDesk(server, books);
  addSandboxRoutes(server, books, requests, faults, routes);
  return server;
}

function addErrorAnswers(server: FastifyInstance): void {
  server.setNotFoundHandler(() => {
    throw notFound();
  });
  server.setErrorHandler((error: FastifyError | VendorError, _request, reply) => {
    const status = error instanceof VendorError ? error.status : (error.statusCode ?? 500);
    const code = error instanceof VendorError ? error.code : status < 500 ? 'invalid_request' : 'internal_error';
    return reply.code(status).send({ code, message: error.message });
  });
}

function addRequestLog(server: FastifyInstance, requests: RequestLog): void {
  const open = new WeakMap<object, LoggedRequest>();
  const header = (value: string | string[] | undefined) => (typeof value === 'string' ? value : null);
  server.addHook('onRequest', async ({ method, url, headers, raw }) => {
    if (url.startsWith('/_sandbox')) return;
    const named = {
      idempotencyKey: header(headers['idempotency-key']),
      ifMatch: header(headers['if-match']),
      traceparent: header(headers['traceparent']),
    };
    open.set(raw, requests.open({ method, path: url, ...named }));
  });
  server.addHook('onResponse', async ({ raw }, reply) => {
    const logged = open.get(raw);
    if (logged && raw.socket.destroyed === false) logged.status = reply.statusCode;
  });
}
