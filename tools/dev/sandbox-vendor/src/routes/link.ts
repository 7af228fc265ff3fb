import type { FastifyInstance, FastifyReply } from 'fastify';
import { accountOfCode, confirmCode, type ArbiterAccess } from '../arbiter';
import type { Shop } from '../shop';
import { VendorError } from '../vendor-error';
import { LINK_BODY, LINK_QUERY } from './schemas';

const MOST_CUSTOMERS = 20;
const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; form-action 'self'; frame-ancestors 'none'",
};

interface LinkBody {
  readonly code: string;
  readonly customerId: string;
}

/**
 * The page for a person without a link. A shop knows the customer who is logged in; here the log-in is a choice among
 * the demo's customers. The account to be bound is shown first, so that no one agrees to a stranger's by mistake.
 */
export function addLinkRoutes(server: FastifyInstance, shop: Shop, arbiter: ArbiterAccess | undefined): void {
  server.get<{ Querystring: Pick<LinkBody, 'code'> }>(
    '/link',
    { schema: { querystring: LINK_QUERY } },
    async ({ query: { code } }, reply) => {
      return answer(reply, async () => {
        const { channel, userId } = await accountOfCode(arbiter, code);
        const customers = [...shop.customers.values()]
          .slice(0, MOST_CUSTOMERS)
          .map(
            ({ customerId, name }) =>
              `<option value="${escaped(customerId)}">${escaped(`${name}, ${customerId}`)}</option>`,
          );
        return `<p>The ${escaped(channel)} account <b>${escaped(userId)}</b> will speak for you. Go on only if it is yours.</p>
<form method="post" action="/link"><input type="hidden" name="code" value="${escaped(code)}">
<label>Log in as <select name="customerId">${customers.join('')}</select></label> <button>This account is mine</button></form>`;
      });
    },
  );

  void server.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    scope.post<{ Body: LinkBody }>(
      '/link',
      { schema: { body: LINK_BODY } },
      async ({ body: { code, customerId } }, reply) => {
        return answer(reply, async () => {
          if (!shop.customers.has(customerId)) throw new VendorError(404, 'not_found', 'there is no such customer');
          const { channel, userId } = await confirmCode(arbiter, code, customerId);
          return `<p>Done: the ${escaped(channel)} account <b>${escaped(userId)}</b> is ${escaped(customerId)} from now on. Go back to the chat and write again.</p>`;
        });
      },
    );
  });
}

/** A refusal is a page as well: a person reads it. */
async function answer(reply: FastifyReply, write: () => Promise<string>): Promise<FastifyReply> {
  const page = (status: number, body: string) =>
    reply
      .code(status)
      .headers(HEADERS)
      .send(`<!doctype html><meta charset="utf-8"><title>Link your account</title><h1>The demo shop</h1>${body}`);
  try {
    return page(200, await write());
  } catch (error) {
    if (error instanceof VendorError) return page(error.status, `<p>This did not work: ${escaped(error.message)}.</p>`);
    throw error;
  }
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);
