import { GERMAN } from './de';
import { ENGLISH } from './en';
import type { Language } from './language';

export type { DateReader, Language } from './language';

/** The languages the platform reads by itself; one more is a file here and a line in this list. */
export const LANGUAGES: readonly Language[] = [ENGLISH, GERMAN];

/** By the language of a locale: `en-GB` reads as `en`. An unknown language is read as English. */
export const languageOf = (locale: string): Language => {
  const [name] = locale.toLowerCase().split(/[-_]/u);
  return LANGUAGES.find((language) => language.name === name) ?? ENGLISH;
};
