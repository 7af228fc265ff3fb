import type { Source } from '@arbiter/contracts';

/** Whether a reply says all of a passage already, so that it need not stand below once more. */
export const isQuotedIn = (reply: string, { excerpt }: Pick<Source, 'excerpt'>): boolean =>
  folded(reply).includes(folded(excerpt));

const folded = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
