import { de } from './de';
import { en } from './en';
import type { Bound, Bounds, Lexicon, Way } from './lexicon';

const LEXICONS: Readonly<Record<string, Lexicon>> = { en, de };

/** In a language without one nothing but the platform's own words can be checked; null then. */
export const lexiconOf = (locale: string): Lexicon | null => LEXICONS[languageIn(locale)] ?? null;
export const languageIn = (locale: string): string => locale.split('-')[0]!;
export type { Bound, Bounds, Lexicon, Way };
