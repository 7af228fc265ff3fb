import type { Language } from './languages';
import { memoise } from '../memoise';
import { phraseTable, type PhraseTable } from './phrases';
import type { TenantLanguage } from './tenant-language';
import { hitsOf, type Utterance } from './utterance';

const table = memoise(({ anger }: Language): PhraseTable => phraseTable({ anger }));

/**
 * An insult, a threat or a phrase of shouting is said, and not only quoted. Capital letters alone are none of these.
 */
export const isAngry = (utterance: Utterance, { words }: TenantLanguage): boolean =>
  hitsOf(utterance, table(words)).length > 0;
