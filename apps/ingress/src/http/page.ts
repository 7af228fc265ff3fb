import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Problem } from '@arbiter/runtime';
import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import { mime } from '@fastify/send';
import fastifyStatic from '@fastify/static';
import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import { sendProblem } from './problem-filter';

/** Where `npm start` and the image have the page built. */
const PAGE_FOLDER = join(__dirname, '../../../chat-page/dist');
/** The routes of the page, which need no key; all data on it comes from routes that do. */
export const PAGE_ROUTES = ['/', '/assets/:name'] as const;

const YEAR_MILLISECONDS = 31_536_000_000;

/** Only our own files may run, style the page or be requested; no other page may frame this one. */
const SECURITY_HEADERS: FastifyHelmetOptions = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'"],
      fontSrc: ["'self'"],
      connectSrc: ["'self'"],
      baseUri: ["'none'"],
      formAction: ["'none'"],
      frameAncestors: ["'none'"],
    },
  },
  xFrameOptions: { action: 'deny' },
  // TLS ends before this service; the proxy that ends it sends this header for the whole host name.
  strictTransportSecurity: false,
};
const PERMISSIONS = 'camera=(), microphone=(), geolocation=()';

// The media type of RFC 9239; the library's table is older.
mime.define({ 'text/javascript': ['js'] }, true);

export const isPageBuilt = (folder = PAGE_FOLDER): boolean => existsSync(join(folder, 'index.html'));

/** CH-16. The page, in a scope of its own: the API's routes have none of its headers. */
export function servePage(server: FastifyInstance, folder = PAGE_FOLDER): void {
  void server.register(async (page) => {
    await page.register(helmet, SECURITY_HEADERS);
    page.addHook('onRequest', (_request, reply, done) => {
      reply.header('permissions-policy', PERMISSIONS);
      done();
    });
    await page.register(fastifyStatic, { serve: false, preCompressed: true, cacheControl: false, dotfiles: 'ignore' });
    const isBuilt = isPageBuilt(folder);
    // The page is requested anew each time; its assets are named by their content and never change.
    page.get('/', (_request, reply) =>
      isBuilt
        ? reply.header('cache-control', 'no-cache').sendFile('index.html', folder)
        : sendProblem(reply, notBuilt()),
    );
    void page.register(serveParts(join(folder, 'assets')), { prefix: '/assets' });
  });
}

const serveParts = (folder: string) => async (parts: FastifyInstance) => {
  parts.setNotFoundHandler((_request, reply) => noSuchPart(reply));
  parts.setErrorHandler((error: FastifyError, _request, reply) => {
    // A name that leads out of the folder. Anything else is answered as it is for every route.
    if (error.statusCode !== 403) throw error;
    noSuchPart(reply);
  });
  parts.get<{ Params: { name: string } }>('/:name', ({ params }, reply) =>
    reply.sendFile(params.name, folder, { cacheControl: true, immutable: true, maxAge: YEAR_MILLISECONDS }),
  );
};

const noSuchPart = (reply: FastifyReply): void =>
  sendProblem(reply, new Problem(404, 'not_found', 'the page has no such part; load the page again'));

const notBuilt = (): Problem =>
  new Problem(
    404,
    'page_not_built',
    'the page is not built; `npm start` builds it, and so does `npm run build -w apps/chat-page`',
  );
