import { safeLines } from '@arbiter/contracts';
/**
 * Results, for a person or a program. They hold other people's texts, so control characters are removed: none of them
 * steers the terminal.
 */
export const print = (line: string): void => void process.stdout.write(`${safeLines(line).replaceAll('\n', ' ')}\n`);

/** Complaints, for a person. */
export const say = (line: string): void => void process.stderr.write(`arbiter: ${safeLines(line)}\n`);

/** The address of a system; null: the one on this machine. */
export const systemAt = (base: string | null): string =>
  (base ?? `http://127.0.0.1:${process.env['ARBITER_HTTP_PORT'] ?? 3_000}`).replace(/\/+$/, '');
