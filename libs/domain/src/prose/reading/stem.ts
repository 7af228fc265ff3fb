import { lexiconOf } from '../lexicon';

const SHORTEST = 3;
const IRREGULAR: Readonly<Record<string, string>> = {
  sent: 'send',
  paid: 'pay',
  made: 'make',
  gave: 'give',
  given: 'give',
  got: 'get',
  bought: 'buy',
  sold: 'sell',
  brought: 'bring',
  came: 'come',
  took: 'take',
  taken: 'take',
  went: 'go',
  gone: 'go',
  goes: 'go',
  left: 'leave',
  kept: 'keep',
  lost: 'lose',
  worn: 'wear',
  wore: 'wear',
};
const NO_DEED = new Set(['goes']);
const DEEDS: Readonly<Record<string, RegExp>> = {
  en: /^\p{L}{2,}ed$/u,
  de: /^(?:\p{L}*ge\p{L}{2,}(?:t|en)|(?:be|er|ver|zer|ent)\p{L}{2,}(?:t|en)|\p{L}+(?:iert|erstattet|versandt))$/u,
};
const GERMAN_ENDINGS = ['ungen', 'ung', 'end', 'en', 'em', 'er', 'es', 'et', 'te', 't', 'e', 'n', 's'];

/** The form in which words of one family are alike: refund, refunds, refunded; Erstattung, erstattet. */
export function stemOf(word: string, language: string): string {
  const stem = bareStem(word, language);
  return alikeIn(language).get(stem) ?? stem;
}

/** Whether a word tells what was done: refunded, sent; erstattet. A refund, a delivery and a price do not. */
export const tellsDeed = (word: string, language: string): boolean =>
  DEEDS[language]?.test(word) === true || (language === 'en' && Object.hasOwn(IRREGULAR, word) && !NO_DEED.has(word));

const known = new Map<string, ReadonlyMap<string, string>>();

function alikeIn(language: string): ReadonlyMap<string, string> {
  const before = known.get(language);
  if (before !== undefined) return before;
  const stems = (lexiconOf(language)?.alike ?? []).map((group) => group.map((word) => bareStem(word, language)));
  const alike = new Map(stems.flatMap(([first, ...others]) => others.map((other) => [other, first!] as const)));
  known.set(language, alike);
  return alike;
}

const bareStem = (word: string, language: string): string =>
  language === 'de' ? germanStem(word) : englishStem(IRREGULAR[word] ?? word);

function englishStem(word: string): string {
  const bare = word.replace(/'s$/u, '');
  const cut = [/ies$/u, /ied$/u].some((ending) => ending.test(bare))
    ? `${bare.slice(0, -3)}y`
    : (/^(.{3,}?)(?:ing|ed|es|s)$/u.exec(bare)?.[1] ?? bare);
  const single = /([b-df-hj-np-tv-z])\1$/u.test(cut) && cut.length > 4 ? cut.slice(0, -1) : cut;
  return single.length > SHORTEST ? single.replace(/e$/u, '') : single;
}

function germanStem(word: string): string {
  const once = withoutEnding(word.replaceAll('ß', 'ss'));
  const twice = withoutEnding(once);
  return /^ge.{4,}/u.test(twice) ? twice.slice(2) : twice;
}

function withoutEnding(word: string): string {
  const ending = GERMAN_ENDINGS.find((one) => word.endsWith(one) && word.length - one.length > SHORTEST);
  return ending === undefined ? word : word.slice(0, -ending.length);
}
