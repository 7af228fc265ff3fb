import type { RefusedClaim } from '../claim-verdict';

/**
 * Letters of the languages that code reads, figures, the marks of plain text, and emoji: whatever else there is may be
 * a disguise.
 */
const PLAIN =
  /^(?:[\x20-\x7e\n\t\u00a0-\u024f\u2009\u2013\u2014\u2018-\u201e\u2022\u2026\u202f\u20ac\u1e9e]|\p{Extended_Pictographic}\ufe0f?)*$/u;
const MARKUP = /[<>`|\\{}[\]~^*_]|&#|&\w+;|^\s*(?:#|>|\|)|^\s*-{3}/u;
const LINK =
  /:\/\/|\/\/\w|www\.|(?:mailto|data|tel|javascript|vbscript|file|ftp|sms|blob):|\p{L}[\p{L}\p{N}-]*\.\p{L}{2,}(?![\p{L}.])|\p{N}\/\S*\?/iu;
const ADDRESS =
  /\S*@\S*|\b(?:at|dot|punkt)\b\s\S+\s(?:dot|punkt)\s\S+|\(at\)|\+\d[\d\s()/-]{5,}|\b0\d{2,}[\s/-]\d[\d\s/-]{3,}/iu;
const LONGEST_WORD = 40;
const SECRET =
  /passw|kennw|\bpins?\b|\btans?\b|\bcvv|\bcvc|\botp\b|sicherheitscode|prüfziffer|prüfnummer|security code|verification code|one-time|einmal(?:code|pass)|bestätigungscode|(?:card|karten)\s?-?\s?(?:number|details|data|nummer|daten)|kreditkarte|credit card|debit card|\biban\b|zugangsdaten|credentials|log-?in (?:data|details)|social security|bank(?:ing)? (?:details|data|account)|bankdaten|kontodaten|kontonummer|ausweis|passport/iu;

/**
 * Refuses a text for its form, before any of it is read; a part that occurs in the ground letter by letter is no
 * foreign link.
 */
export function refusedAppearance(text: string, known: string): RefusedClaim | null {
  if (!PLAIN.test(text) || /[\u0080-\u009f\u00ad\u00b2\u00b3\u00b9\u00bc-\u00be]/u.test(text)) return 'disguise';
  const unlinked = text
    .split(/(\s+)/u)
    .map((word) => (stands(word, known) ? ' ' : word))
    .join('');
  if (ADDRESS.test(unlinked)) return 'contact';
  if (LINK.test(unlinked)) return 'link';
  if (MARKUP.test(unlinked)) return 'markup';
  if (SECRET.test(text)) return 'secret';
  return text.split(/\s+/u).some((word) => word.length > LONGEST_WORD && !stands(word, known)) ? 'disguise' : null;
}

/** A link, an address or a number to call, whole, as the ground has it. */
function stands(word: string, known: string): boolean {
  const bare = word.replace(/^["'(„“]+|[.,;:!?)"'”“]+$/gu, '');
  if (bare.length < 4 || !/[/@.]/u.test(bare)) return false;
  const at = known.indexOf(bare);
  if (at < 0) return false;
  const around = `${known[at - 1] ?? ' '}${known[at + bare.length] ?? ' '}`;
  return !/[\p{L}\p{N}/@_%-]/u.test(around);
}
