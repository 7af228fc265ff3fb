import type { IncomingHttpHeaders } from 'node:http';
import { terminal } from '@arbiter/contracts';
import { Problem } from './problem';

const VARIABLE = 'ARBITER_ALLOWED_HOSTS';
const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]{1,253})(?::(\d{1,5}))?$/i;
const EVERY_ADDRESS: ReadonlySet<string> = new Set(['0.0.0.0', '::', '']);

interface Host {
  readonly name: string;
  /** null: any */
  readonly port: string | null;
}

/**
 * The names under which a service answers, and which pages may ask it: its own.
 *
 * 1. This machine's own names and addresses are always among them, on any port; every other name must be configured. So
 *    a page whose name was made to resolve to this address reads nothing (DNS rebinding).
 * 2. A page of another origin is refused, whatever it requests and with whatever body; a client that is no browser
 *    sends no origin.
 * 3. Following a link from another page is asking, and changes nothing.
 */
export class AllowedHosts {
  private constructor(private readonly configuredHosts: readonly Host[]) {}

  /**
   * Reads the variable, by commas; `listens` is the address the service listens on. Throws a terminal error that names
   * the entry.
   */
  static read(environment: NodeJS.ProcessEnv, listens: string): AllowedHosts {
    const entries = (environment[VARIABLE] ?? '')
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== '');
    const own = EVERY_ADDRESS.has(listens) ? [] : [listens.includes(':') ? `[${listens}]` : listens];
    return new AllowedHosts([...entries, ...own].map(configuredHost));
  }

  /** Throws a Problem: 421 under another name, 403 for a page of another origin. */
  check(headers: IncomingHttpHeaders, method: string): void {
    this.checkHost(headers);
    if (isOfAnotherPage(headers, method)) {
      throw new Problem(
        403,
        'foreign_origin',
        'a page of another origin may not call; call from a page of this service, or from no browser',
        { field: 'origin' },
      );
    }
  }

  /** Throws a Problem with 421 unless the request is meant for one of the names. */
  checkHost({ host }: IncomingHttpHeaders): void {
    const asked = hostOf(host ?? '');
    if (
      asked &&
      (isLoopback(asked.name) ||
        this.configuredHosts.some(({ name, port }) => name === asked.name && (port === null || port === asked.port)))
    )
      return;
    throw new Problem(
      421,
      'unknown_host',
      `this service does not answer to the name in the header Host; add the name to ${VARIABLE} if people reach it so`,
      { field: 'host' },
    );
  }
}

/**
 * Whether another site's page, or another page of the same site, sent the request; a browser says so itself, an older
 * one only by the origin.
 */
export function isOfAnotherPage(headers: IncomingHttpHeaders, method: string): boolean {
  const { origin, host = '' } = headers;
  if (origin !== undefined) return !isSameOrigin(origin, host);
  const site = headers['sec-fetch-site'];
  if (site === undefined || site === 'same-origin' || site === 'none') return false;
  return !(headers['sec-fetch-mode'] === 'navigate' && (method === 'GET' || method === 'HEAD'));
}

/** Name and port as a browser compares them; a proxy in front may end TLS, so either scheme is ours. */
function isSameOrigin(origin: string, host: string): boolean {
  const page = URL.parse(origin);
  return page !== null && /^https?:$/.test(page.protocol) && URL.parse(`${page.protocol}//${host}`)?.host === page.host;
}

function configuredHost(entry: string): Host {
  const host = hostOf(entry);
  if (host) return host;
  throw terminal(
    'configuration',
    `${VARIABLE} holds "${entry}"; write names or addresses, with a port if only that one is meant, as chat.example.com, several by commas`,
    VARIABLE,
  );
}

function hostOf(text: string): Host | null {
  const [, name, port = null] = HOST.exec(text) ?? [];
  return name === undefined ? null : { name: name.toLowerCase(), port };
}

const isLoopback = (name: string): boolean =>
  name === 'localhost' || name.endsWith('.localhost') || name === '[::1]' || /^127(\.\d{1,3}){3}$/.test(name);
