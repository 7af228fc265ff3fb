import type { Language } from './languages';
import { memoise } from '../memoise';
import { phraseTable, type PhraseTable } from './phrases';
import type { TenantLanguage } from './tenant-language';
import { hitsOf, type Utterance } from './utterance';

const table = memoise(({ anger }: Language): PhraseTable => phraseTable({ anger }));

/**
 * The text contains an insult, a threat or a phrase of shouting, and not only in quotes. Capital letters alone are none
 * of these.
 */
export const isAngry = (utterance: Utterance, { words }: TenantLanguage): boolean =>
  hitsOf(utterance, table(words)).length > 0;
