import { LEFT_OUT, oneLine, safeLines } from '../safe-text';

/** Of a text in a place that the sentence itself does not quote. */
const LONGEST_NAME = 60;
const MOST_WORDS = 6;
const LONGEST_QUOTE = 120;

const NAME = /^[\p{L}\p{N}#+({$][\p{L}\p{M}\p{N} ,.'’&/()+#°%×_:@{}$–-]*$/u;
const SENTENCE_END = /[.!?…;:](?=\s)/u;
const MONEY =
  /(?:[€$£¥]|(?:EUR|USD|GBP|CHF)\s?)\d|\d\s?(?:[€$£¥]|(?:EUR|USD|GBP|CHF|euros?|dollars?|pounds?|franken)(?!\p{L}))/iu;
/** Who speaks, or is spoken to: a name does neither. */
const PERSON =
  /(?<!\p{L})(?:I|we|you|my|our|your|me|us|ich|wir|sie|du|ihr|mir|mich|uns|dir|dich|mein\p{L}*|unser\p{L}*|dein\p{L}*|ihre?n?)(?!\p{L})/iu;
const QUOTES = /["“”„‟«»‹›]/gu;
const OPENING = /["“„«‹‘‚]$/u;
const CLOSING = /^["”“»›’‘]/u;
const QUOTE_MARKS: Readonly<Record<string, readonly [string, string]>> = { de: ['„', '“'] };
const USUAL_MARKS = ['“', '”'] as const;

/** Where a value stands in a sentence. */
export interface Surroundings {
  readonly before: string;
  readonly after: string;
  readonly locale: string;
  /** it is asked about: all of it is shown, and where something of it is not, that is */
  readonly isAsked: boolean;
}

/**
 * A text of a vendor or a person within a sentence of ours, as data (0158): one line, without a link that a client
 * makes live, and unable to end the sentence or the quotation it stands in. A name stands as it is. Anything longer, or
 * that reads like a sentence, is put in quotes; in a place for a name, only the beginning of it.
 */
export function quotedData(text: string, { before, after, locale, isAsked }: Surroundings): string {
  const line = withoutLinks(oneLine(text, undefined, isAsked ? LEFT_OUT : ''));
  if (OPENING.test(before) && CLOSING.test(after)) return unquoted(line);
  if (isName(line) && (isAsked || !safeLines(text).trim().includes('\n'))) return line;
  const [open, close] = QUOTE_MARKS[locale.split('-')[0]!] ?? USUAL_MARKS;
  return `${open}${unquoted(isAsked ? line : beginningOf(text))}${close}`;
}

const unquoted = (line: string): string => line.replace(QUOTES, "'");

const isName = (line: string): boolean =>
  line.length <= LONGEST_NAME &&
  line.split(' ').length <= MOST_WORDS &&
  NAME.test(line) &&
  !SENTENCE_END.test(line) &&
  !MONEY.test(line) &&
  !PERSON.test(line);

/** Of its first line the first sentence. */
function beginningOf(text: string): string {
  const [first = '', ...further] = safeLines(text).trim().split('\n');
  const line = withoutLinks(oneLine(first));
  const end = SENTENCE_END.exec(line)?.index ?? (further.length > 0 ? line.length : undefined);
  return oneLine(end === undefined ? line : `${line.slice(0, end)}…`, LONGEST_QUOTE);
}

/** What may be a domain or an e-mail address, with the marks that a sentence puts behind it. */
const ADDRESS = /[\p{L}\p{M}\p{N}@._-]*\.\p{L}{2}[\p{L}\p{M}\p{N}@._-]*/gu;
const E_MAIL = /^[^@]+@[^@]+$/u;
const DOT_WITHIN = /(?<=[\p{L}\p{M}\p{N}_-])\.(?=[\p{L}\p{N}_-])/gu;

/** The name of a person in a chat, or a command to a bot. */
const CALLED = /(?<![^\s("'“„])([@/])(?=[\p{L}\p{N}_])/gu;

/** Clients make links of addresses, names and commands; these they leave alone. An e-mail address stays as it is. */
export const withoutLinks = (line: string): string =>
  line
    .replace(/:\/\//gu, '[:]//')
    .replace(ADDRESS, (address) => (E_MAIL.test(address) ? address : address.replace(DOT_WITHIN, '[.]')))
    .replace(CALLED, '$1 ');
