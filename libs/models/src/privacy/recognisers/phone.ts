import { isPossiblePhoneNumber, parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/max';
import { digitsOf, withContext, type Recogniser } from './recogniser';

/** Digits with the separators of a phone number, an extension at its end included. */
const CANDIDATE =
  /(?<![\p{L}\p{N}_#$€£]|\d[.,:/-]|[/@])(?:\+\(?|\(\+?)?\d[\d(). \t\u00a0/-]{4,30}\d(?: ?(?:x|ext\.?|extension) ?\d{1,6})?(?![\p{L}\p{N}_%€$]|[.,:/-]\d)/giu;
const EXTENSION = /\s?(?:x|ext\.?|extension)\s?\d{1,6}$/iu;
const CONTEXT =
  /\b(?:phones?|telephone|tel|telefon\w*|telefono|téléphone|mobile?|mobil\w*|handy\w*|rufnummer|durchwahl|cell(?:ular|phone)?|numero|number|nummer|numaram|call|called|calling|ring|dial|text|sms|whatsapp|fax|desk|office|landline|hotline|contact|reach|anrufen|erreichbar|rufen)\b/iu;
/** Patterns that have digits and are no phone number. */
const DATE =
  /^(?:\d{4}[-./](?:0?[1-9]|1[0-2])[-./](?:[12]\d|3[01]|0?[1-9])|(?:[12]\d|3[01]|0?[1-9])[-./](?:[12]\d|3[01]|0?[1-9])[-./](?:\d{4}|\d{2}))(?: \d{1,4})?$/;
const GROUPED_BY_FOURS = /^\d{4}(?:[ -]\d{4}){2,}/;
const SOCIAL_SECURITY = /^\d{3}([-. ])\d{2}\1\d{4}$/;
const DOTTED_ADDRESS = /^\d{1,3}(?:\.\d{1,3}){3}$/;
const AMOUNT = /^\d{1,3}(?:[., ]\d{3})*[.,]\d{2}$/;
/** The plans a national number is looked up in. */
const PLANS: readonly CountryCode[] = [
  'US',
  'GB',
  'DE',
  'AT',
  'CH',
  'FR',
  'ES',
  'IT',
  'NL',
  'BE',
  'PL',
  'SE',
  'DK',
  'NO',
  'FI',
  'PT',
  'IE',
  'GR',
  'TR',
  'IL',
  'IN',
  'CN',
  'JP',
  'KR',
  'PH',
  'AU',
  'NZ',
  'BR',
  'MX',
  'ZA',
];

/** Phone numbers as people write them: with a country's code, in national form, with an extension. */
export const phone: Recogniser = {
  dataClass: 'phone',
  *find(text) {
    const isKnown = lookedUpSeldom();
    for (const { 0: match, index } of text.matchAll(CANDIDATE)) {
      for (const [found, at] of numbersIn(match)) {
        const start = index + at;
        const score = scoreOf(found, isKnown);
        if (score > 0) yield withContext(text, { start, end: start + found.length, score }, CONTEXT);
      }
    }
  },
};

const MOST_DIGITS = 15;

/** More digits than a number has are several numbers, each without a blank in it. */
function* numbersIn(match: string): Generator<readonly [found: string, at: number]> {
  if (digitsOf(match.replace(EXTENSION, '')).length <= MOST_DIGITS) return yield [balanced(match), 0];
  for (const { 0: part, index } of match.matchAll(/\S{7,}/g)) yield [balanced(part), index];
}

/** A bracket that was opened before is no part of it. */
const balanced = (found: string): string =>
  found.includes('(') === found.includes(')') ? found : found.replace(/[()]/g, ' ').trimEnd();

function scoreOf(found: string, isKnown: IsKnown): number {
  const number = found.replace(EXTENSION, '');
  const digits = digitsOf(number);
  if (digits.length < 7 || digits.length > MOST_DIGITS || isSomethingElse(number)) return 0;
  const hasExtension = number !== found;
  if (isInternational(number)) return isPossible(number) ? 0.75 : 0.3;
  const isWritten = /[().\s/-]/.test(number) || hasExtension;
  if (hasExtension && digits.length >= 10) return 0.6;
  return isWritten ? writtenScore(number, digits, isKnown) : plainScore(digits, isKnown);
}

const isSomethingElse = (number: string): boolean =>
  [DATE, GROUPED_BY_FOURS, SOCIAL_SECURITY, DOTTED_ADDRESS, AMOUNT].some((form) => form.test(number.trim())) ||
  /[\s/-]{3}|[.]{2}/.test(number);

const isInternational = (number: string): boolean => /^(?:\(?\+|00[1-9])/.test(number);
const isPossible = (number: string): boolean =>
  isPossiblePhoneNumber(`+${digitsOf(number).replace(/^00/, '')}`) || digitsOf(number).length >= 10;

/** In groups: surer in a form that nothing else has. */
function writtenScore(number: string, digits: string, isKnown: IsKnown): number {
  if (/^\(?\d{3}\)?[-. ]?\d{3}[-. ]\d{4}$/.test(number)) return 0.5;
  if (/^\(0?\d{1,5}\)/.test(number) || /^0\s?\(/.test(number)) return 0.45;
  if (digits.startsWith('0') && digits.length >= 8 && isKnown(digits)) return 0.45;
  const groups = number.split(/[ -]+/).length;
  if (digits.length >= 8 && isKnown(digits)) return digits.length >= 10 && groups >= 3 ? 0.4 : 0.3;
  return 0.1;
}

/** Without any sign but its length it is a number like any other. */
const plainScore = (digits: string, isKnown: IsKnown): number => {
  if (digits.length < 9 || digits.length > 12 || !isKnown(digits)) return 0;
  return /^0[1-9]\d{8,9}$/.test(digits) ? 0.4 : 0.1;
};

type IsKnown = (digits: string) => boolean;

/** A look into the plans takes up to a millisecond: in a text of nothing but numbers further ones count as known. */
const MOST_LOOKED_UP = 40;
function lookedUpSeldom(): IsKnown {
  let count = 0;
  return (digits) => (count += 1) > MOST_LOOKED_UP || isInPlan(digits);
}

const isInPlan: IsKnown = (digits) =>
  PLANS.some((country) => parsePhoneNumberFromString(digits, country)?.isValid() === true);
