const WORDS: Readonly<Record<string, readonly string[]>> = {
  en: 'zero one two three four five six seven eight nine ten eleven twelve'.split(' '),
  de: 'null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf'.split(' '),
};
const TENS: Readonly<Record<string, readonly string[]>> = {
  en: 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' '),
  de: 'zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig'.split(' '),
};
const LONGEST_NUMBER = 15;

/**
 * The value of a figure as people of the language write numbers; null when it is no number but a name: 00123, 1.2.3.
 */
export function numberIn(figure: string, language: string): number | null {
  if (figure.length > LONGEST_NUMBER || /^0\d/u.test(figure)) return null;
  if (/^\d+$/u.test(figure)) return Number(figure);
  const [decimal, group] = language === 'de' ? [',', '.'] : ['.', ','];
  if (/^\d{1,3}(?:,\d{3})+\.\d+$/u.test(figure)) return Number(figure.replaceAll(',', ''));
  if (/^\d{1,3}(?:\.\d{3})+,\d+$/u.test(figure)) return Number(figure.replaceAll('.', '').replace(',', '.'));
  if (new RegExp(`^\\d{1,3}(?:[${group}]\\d{3})+$`, 'u').test(figure)) return Number(figure.replaceAll(group, ''));
  const isDecimal = /^\d+[.,]\d{1,2}$/u.test(figure) || new RegExp(`^\\d+[${decimal}]\\d+$`, 'u').test(figure);
  return isDecimal ? Number(figure.replace(',', '.')) : null;
}

/** A number in words, up to ninety-nine; null when it is none. */
export function numberNamed(word: string, language: string): number | null {
  const [units = [], tens = []] = [WORDS[language], TENS[language]];
  const unit = units.indexOf(word);
  if (unit >= 0) return unit;
  const ten = tens.indexOf(word);
  if (ten >= 0) return (ten + 2) * 10;
  const parts = language === 'de' ? /^(.+)und(.+)$/u.exec(word)?.slice(1).reverse() : word.split('-');
  if (parts?.length !== 2) return null;
  const [tenth, rest] = [tens.indexOf(parts[0]!), units.indexOf(parts[1] === 'ein' ? 'eins' : parts[1]!)];
  return tenth >= 0 && rest > 0 && rest < 10 ? (tenth + 2) * 10 + rest : null;
}
