const QUOTATION = /“[^“”]*”|„[^„“]*“/gu;

/** A quotation in a sentence of ours states nothing (0158): its words are not ours. */
export const withoutQuotations = (text: string): string => text.replaceAll(QUOTATION, ' ');

/** A sentence that begins or ends within a quotation is none of ours. */
export const isWhole = (sentence: string): boolean => !/[“”„]/u.test(sentence.replaceAll(QUOTATION, ''));
