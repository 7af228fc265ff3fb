import type { ToolCall, Values } from '@arbiter/contracts';
import type { CompiledTool } from '../calls/compiled-tool';

/** Where a call leads: a host, null when the artifact does not name it, and the segments of a path. */
export interface Address {
  readonly domain: string | null;
  readonly segments: readonly string[];
}

/**
 * The addresses that a scope's constraints apply to: the URLs among the arguments (schema `format: uri`), which such a
 * tool really reaches; without any, the extension's own host and the request's path. Null: a URL cannot be read.
 */
export function addressesOf(tool: CompiledTool, args: Values, call: ToolCall): readonly Address[] | null {
  const urls = urlArguments(tool, args);
  if (urls.length > 0) {
    const addresses = urls.map(addressOfUrl);
    return addresses.every((address) => address !== null) ? addresses : null;
  }
  if (call.kind === 'builtin') return [];
  return [{ domain: call.domain, segments: segmentsOf(call.path.split('?', 1)[0] as string) }];
}

function urlArguments({ definition }: CompiledTool, args: Values): readonly unknown[] {
  const properties = (definition.args as { properties?: Record<string, { format?: string }> }).properties ?? {};
  return Object.entries(properties)
    .filter(([name, schema]) => schema?.format === 'uri' && Object.hasOwn(args, name))
    .map(([name]) => args[name]);
}

function addressOfUrl(url: unknown): Address | null {
  const parsed = typeof url === 'string' ? URL.parse(url) : null;
  if (!parsed || !/^https?:$/.test(parsed.protocol)) return null;
  return { domain: parsed.hostname, segments: segmentsOf(parsed.pathname) };
}

/** A segment that cannot be decoded is used as it is, and so fits no pattern by accident. */
const segmentsOf = (path: string): readonly string[] => path.split('/').slice(1).map(decode);

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** CP-08: `*.gov.uk` fits every host below gov.uk, at any depth, and not gov.uk itself; anything else must be equal. */
export function domainFits(domain: string, pattern: string): boolean {
  const [host, wanted] = [domain, pattern].map((name) => name.toLowerCase().replace(/\.$/, '')) as [string, string];
  if (!wanted.startsWith('*.')) return host === wanted;
  return host.endsWith(wanted.slice(1)) && host.length > wanted.length - 1;
}

/** `*` matches one segment; a last `/*` matches everything below, at least one segment. */
export function pathFits(segments: readonly string[], pattern: string): boolean {
  const wanted = pattern.split('/').slice(1);
  const open = wanted.at(-1) === '*';
  if (open ? segments.length < wanted.length : segments.length !== wanted.length) return false;
  return wanted.every((part, index) => (part === '*' ? segments[index] !== '' : part === segments[index]));
}
