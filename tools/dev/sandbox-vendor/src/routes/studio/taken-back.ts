import { isDeepStrictEqual } from 'node:util';
import type { FastifyRequest } from 'fastify';
import type { Books } from '../../books';
import type { LedgerEntry } from '../../ledger';
import { notFound } from '../../vendor-error';
import { keyOf, once } from '../once';

/** The name and the value of what an entry is found by: `{matchId: 'M-1'}`. */
type Id = Readonly<Record<string, string>>;

/** Throws 404 when there was none, or it was taken back. */
export function entryIn(entries: readonly LedgerEntry[], id: Id): LedgerEntry {
  const entry = entries.find(({ result }) => Object.entries(id).every(([name, value]) => result[name] === value));
  if (!entry) throw notFound();
  return entry;
}

/** Takes back what `entry` finds, once: a repeated request gets the same answer, whatever its key. */
export function takenBack(
  books: Books,
  request: FastifyRequest,
  route: string,
  { id, status, entry }: { readonly id: Id; readonly status: string; readonly entry: () => LedgerEntry },
): LedgerEntry['result'] {
  keyOf(request);
  const earlier = books.entries.find(({ route: taken, body }) => taken === route && isDeepStrictEqual(body, { ...id }));
  if (earlier) return earlier.result;
  return once(books, request, route, id, () => ({
    customerId: entry().customerId,
    orderNumber: null,
    result: () => ({ ...id, status }),
  }));
}
