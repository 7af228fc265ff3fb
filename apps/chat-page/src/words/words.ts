import { createContext, useContext } from 'react';
import { de } from './de';
import { en, type Words } from './en';

export type { Words };

const LANGUAGES: Readonly<Record<string, Words>> = { de, en };

/**
 * The person's language by the browser's settings, with our texts in it; English where we have none, and then no locale
 * is sent.
 */
export function wordsOf(languages: readonly string[]): { readonly locale: string | null; readonly words: Words } {
  const locale = languages.find((language) => (language.split('-')[0] ?? '') in LANGUAGES) ?? null;
  return { locale, words: locale === null ? en : LANGUAGES[locale.split('-')[0]!]! };
}

export const WordsContext = createContext<Words>(en);
export const useWords = (): Words => useContext(WordsContext);
