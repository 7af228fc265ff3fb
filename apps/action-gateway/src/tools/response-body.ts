/** Deeper values would overflow the stack of later readers. */
const MAXIMUM_DEPTH = 64;

type Body = { readonly body: unknown; readonly unreadable: 'response_not_json' | null };
const NOT_JSON: Body = { body: null, unreadable: 'response_not_json' };

/** JSON, and nothing that cannot be kept: no NUL, no lone surrogate, no number out of range, no bottomless nesting. */
export function readBody(bytes: Buffer, contentType: string | undefined): Body {
  if (bytes.length === 0) return { body: null, unreadable: null };
  if (!/^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(contentType ?? '')) return NOT_JSON;
  try {
    const body: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return isKeepable(body, 0) ? { body, unreadable: null } : NOT_JSON;
  } catch {
    return NOT_JSON;
  }
}

function isKeepable(value: unknown, depth: number): boolean {
  if (depth > MAXIMUM_DEPTH) return false;
  if (typeof value === 'string') return isKeepableText(value);
  if (typeof value === 'number') return Number.isFinite(value);
  if (value === null || typeof value !== 'object') return true;
  if (Array.isArray(value)) return value.every((item) => isKeepable(item, depth + 1));
  return Object.entries(value).every(([name, item]) => isKeepableText(name) && isKeepable(item, depth + 1));
}

const isKeepableText = (text: string): boolean => text.isWellFormed() && !text.includes('\0');
