import { MIMEType } from 'node:util';

/** Whether a Content-Type leaves it at UTF-8, of which ASCII is a part: JSON has no other encoding (RFC 8259). */
export function isUtf8Declared(contentType: string | undefined): boolean {
  if (contentType === undefined) return true;
  try {
    const charset = new MIMEType(contentType).params.get('charset') ?? 'utf-8';
    return /^(utf-?8|us-ascii)$/i.test(charset);
  } catch {
    return false;
  }
}
