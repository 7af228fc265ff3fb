import { NEXT_PAGE, type ListDeclaration, type ToolOutcome } from '@arbiter/contracts';
import { linksIn, type HeaderLink } from './link-header';

type Response = Extract<ToolOutcome, { kind: 'response' }>;

/**
 * A page with what asks for the one after it, or why that cannot be told: a page that may have a next is no last one.
 */
export type Page =
  | { readonly kind: 'page'; readonly result: unknown }
  | { readonly kind: 'unclear'; readonly reason: string };

/**
 * A result that fits its schema, with what the header `Link` says of the next page where the list is declared to end by
 * it. The link itself is never asked: its parameter becomes an argument of the tool's own request. A link to another
 * origin is not read at all.
 */
export function pageOf(list: ListDeclaration | undefined, result: unknown, response: Response): Page {
  if (list?.link === undefined) return { kind: 'page', result };
  if (result === null || typeof result !== 'object' || Array.isArray(result))
    return unclear('the result is no object, so nothing can be kept beside its list');
  const links = linksIn(response.headers['link'] ?? '');
  if (links === null) return unclear('the header Link cannot be read, so nothing says whether this page is the last');
  const next = links.find(isNext);
  // What the vendor may have written under this name itself is replaced.
  if (next === undefined) return { kind: 'page', result: { ...result, [NEXT_PAGE]: null } };
  const address = response.origin === undefined ? null : URL.parse(next.target, response.origin);
  if (address === null) return unclear('the link onward of the header Link is no address');
  if (address.origin !== response.origin)
    return unclear('the link onward of the header Link leads to another origin than the one that was asked');
  const argument = address.searchParams.get(list.link);
  if (argument === null || argument === '')
    return unclear(`the link onward of the header Link has no parameter \`${list.link}\``);
  return { kind: 'page', result: { ...result, [NEXT_PAGE]: argument } };
}

/** A link with an `anchor` says something of another page than this one. */
const isNext = ({ parameters }: HeaderLink): boolean =>
  !parameters.has('anchor') && (parameters.get('rel') ?? '').toLowerCase().split(/\s+/).includes('next');

const unclear = (reason: string): Page => ({ kind: 'unclear', reason });
