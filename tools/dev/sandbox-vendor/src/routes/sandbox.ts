import type { FastifyInstance } from 'fastify';
import type { Books } from '../books';
import { FAULTS_SCHEMA, type Fault, type Faults } from '../faults';
import type { LedgerEntry } from '../ledger';
import type { RequestLog } from '../request-log';
import { VendorError } from '../vendor-error';

const FILTERS = ['route', 'kind', 'key', 'customerId', 'orderNumber'] as const satisfies readonly (keyof LedgerEntry)[];
type Filter = Partial<Record<(typeof FILTERS)[number], string>>;
const FILTER_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  properties: Object.fromEntries(FILTERS.map((name) => [name, { type: 'string' }])),
};

/**
 * Routes for tests and for curious people: the ledger, the requests seen, the faults. `routes` names the routes that
 * faults can hit.
 */
export function addSandboxRoutes(
  server: FastifyInstance,
  books: Books,
  requests: RequestLog,
  faults: Faults,
  routes: ReadonlySet<string>,
): void {
  server.get<{ Querystring: Filter }>(
    '/_sandbox/ledger',
    { schema: { querystring: FILTER_SCHEMA } },
    async ({ query }) => {
      const wanted = Object.entries(query) as [keyof Filter, string][];
      return { entries: books.entries.filter((entry) => wanted.every(([name, value]) => entry[name] === value)) };
    },
  );
  server.delete('/_sandbox/ledger', async (_request, reply) => {
    books.clear();
    return reply.code(204).send();
  });

  server.get('/_sandbox/requests', async () => requests.view());
  server.delete('/_sandbox/requests', async (_request, reply) => {
    requests.clear();
    return reply.code(204).send();
  });

  server.put<{ Body: Fault[] }>('/_sandbox/faults', { schema: { body: FAULTS_SCHEMA } }, async ({ body }, reply) => {
    for (const { route } of body) {
      if (!routes.has(route))
        throw new VendorError(400, 'unknown_route', `route "${route}" is none of: ${[...routes].join(', ')}`);
    }
    faults.replace(body);
    return reply.code(204).send();
  });
  server.delete('/_sandbox/faults', async (_request, reply) => {
    faults.replace([]);
    return reply.code(204).send();
  });
}
