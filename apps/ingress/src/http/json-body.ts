import { isUtf8 } from 'node:buffer';
import { findUnsafe, readJson, terminal } from '@arbiter/contracts';

/**
 * Reads a request body as JSON. Throws a terminal error naming the field: bad_utf8, bad_json or unsafe_text. The error
 * never quotes the body, which may be personal.
 */
export function parseJson(body: Buffer): unknown {
  if (!isUtf8(body)) throw terminal('bad_utf8', 'the body is not UTF-8; encode it as UTF-8', 'body');
  const value = readJson(body.toString('utf8'));
  const unsafe = findUnsafe(value);
  if (unsafe) throw terminal('unsafe_text', `${unsafe.field} ${unsafe.reason}`, unsafe.field);
  return value;
}
