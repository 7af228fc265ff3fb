import { hash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Problem } from '@arbiter/platform';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendProblem } from './problem-filter';

/** Where `npm start` and the image have the page built. */
export const PAGE_FOLDER = join(__dirname, '../../../chat-page/dist');
/** What a page shows before a caller is asked for a key; everything it says comes from the routes that ask. */
export const PAGE_ROUTES = ['/', '/assets/:name'] as const;

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** Nothing but what stands in our own files runs, styles or is asked; no other page frames this one. */
const HEADERS = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
};

interface File {
  readonly body: Buffer;
  readonly gzipped: Buffer;
  readonly type: string;
  readonly tag: string;
}

/**
 * The page, read whole when the service starts: a name is looked up among those that were built, and nothing else of the disk
 * can be asked for.
 */
export class Page {
  private constructor(
    private readonly index: File | null,
    private readonly assets: ReadonlyMap<string, File>,
  ) {}

  static read(folder = PAGE_FOLDER): Page {
    if (!existsSync(join(folder, 'index.html'))) return new Page(null, new Map());
    const inAssets = join(folder, 'assets');
    return new Page(
      readFile(join(folder, 'index.html')),
      new Map(readdirSync(inAssets).map((name) => [name, readFile(join(inAssets, name))])),
    );
  }

  get isBuilt(): boolean {
    return this.index !== null;
  }

  /** CH-16. The page itself is asked for again each time; its parts are named by their content and never change. */
  addRoutes(server: FastifyInstance): void {
    const [start, assets] = PAGE_ROUTES;
    server.get(start, (request, reply) => {
      if (!this.index) return sendProblem(reply, notBuilt());
      return send(request, reply, this.index, 'no-cache');
    });
    server.get<{ Params: { name: string } }>(assets, (request, reply) => {
      const file = this.assets.get(request.params.name);
      if (!file)
        return sendProblem(reply, new Problem(404, 'not_found', 'the page has no such part; load the page again'));
      return send(request, reply, file, 'public, max-age=31536000, immutable');
    });
  }
}

function readFile(path: string): File {
  const body = readFileSync(path);
  return {
    body,
    gzipped: gzipSync(body),
    type: TYPES[extname(path)] ?? 'application/octet-stream',
    tag: `"${hash('sha256', body).slice(0, 32)}"`,
  };
}

function send(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { body, gzipped, type, tag }: File,
  cacheControl: string,
): void {
  void reply.headers({ ...HEADERS, 'cache-control': cacheControl, etag: tag, vary: 'accept-encoding' });
  if (headers['if-none-match'] === tag) return void reply.code(304).send();
  const takesGzip = /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(String(headers['accept-encoding'] ?? ''));
  if (takesGzip) void reply.header('content-encoding', 'gzip');
  void reply.type(type).send(takesGzip ? gzipped : body);
}

const notBuilt = (): Problem =>
  new Problem(
    404,
    'page_not_built',
    'the page is not built; `npm start` builds it, and so does `npm run build -w apps/chat-page`',
  );
