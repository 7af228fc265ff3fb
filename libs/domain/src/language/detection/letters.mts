import { eld } from 'eld/extrasmall';

/**
 * The language that the letters of a text look like, by its ISO 639-1 code; null where they do not tell enough. The
 * package is an ES module and can only be imported by one.
 */
export function languageOfLetters(text: string): string | null {
  const found = eld.detect(text);
  return found.language !== '' && found.isReliable() ? found.language : null;
}
