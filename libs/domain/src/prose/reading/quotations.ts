const QUOTATION = /“[^“”]*”|„[^„“]*“/gu;

/** A quotation in a sentence of ours states nothing (0158): its words are not ours. */
export const withoutQuotations = (text: string): string => text.replaceAll(QUOTATION, ' ');

/** The same of a model's sentence, for what it quotes letter by letter as our own words do. */
export const withoutOurQuotations = (text: string, own: readonly string[]): string =>
  text.replaceAll(QUOTATION, (quoted) => (own.some((words) => words.includes(quoted)) ? ' ' : quoted));

/** A sentence that begins or ends within a quotation is none of ours. */
export const isWhole = (sentence: string): boolean => !/[“”„]/u.test(sentence.replaceAll(QUOTATION, ''));
