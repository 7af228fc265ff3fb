import { findUnsafe, readJson } from '@arbiter/contracts';

/** Deeper values would overflow the stack of later readers. */
const DEEPEST = 64;

type Body = { readonly body: unknown; readonly unreadable: 'response_not_json' | null };
const NOT_JSON: Body = { body: null, unreadable: 'response_not_json' };

/** JSON in which all is plain and can be kept; a number that a double would change is a text. */
export function readBody(bytes: Buffer, contentType: string | undefined): Body {
  if (bytes.length === 0) return { body: null, unreadable: null };
  if (!/^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(contentType ?? '')) return NOT_JSON;
  try {
    const body = readJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return findUnsafe(body, DEEPEST) === null ? { body, unreadable: null } : NOT_JSON;
  } catch {
    return NOT_JSON;
  }
}
