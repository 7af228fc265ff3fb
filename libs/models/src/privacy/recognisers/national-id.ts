import isIdentityCard from 'validator/lib/isIdentityCard';
import isTaxID from 'validator/lib/isTaxID';
import { byPattern, digitsOf } from './recogniser';

const attempt = (check: () => boolean): boolean => {
  try {
    return check();
  } catch {
    return false;
  }
};
const identityCard =
  (...locales: readonly string[]) =>
  (found: string): boolean =>
    locales.some((locale) => attempt(() => isIdentityCard(found.toUpperCase(), locale as 'ES')));
const taxId =
  (...locales: readonly string[]) =>
  (found: string): boolean =>
    locales.some((locale) => attempt(() => isTaxID(found.toUpperCase(), locale)));
const anyOf =
  (...checks: readonly ((found: string) => boolean)[]) =>
  (found: string): boolean =>
    checks.some((check) => check(found));

/** Digits that are no part of a longer number. */
const alone = (digits: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}]|\\d[-. ])(?:${digits})(?![\\p{L}\\p{N}]|[-. ]\\d)`, 'gu');

/** Since 2023 a century has several signs in Finland; the check knows the first of each. */
const withFirstSign = (found: string): string =>
  found.toUpperCase().replace(/^(\d{6})([A-Z])/, (_, day: string, sign: string) => day + (sign <= 'F' ? 'A' : '-'));

/** Letters and digits in an order of their own, with a check of their own: hardly anything else has that form. */
const FORMS = [
  // Spain: NIF, of which the first zero may be left out, and NIE
  {
    expression: /(?<![\p{L}\p{N}])(?:\d{7,8}|[XYZ]\d{7})-?[A-Z](?![\p{L}\p{N}])/giu,
    isValid: (found: string) => anyOf(identityCard('ES'), taxId('es-ES'))(found.replace('-', '').padStart(9, '0')),
  },
  // Italy: codice fiscale
  { expression: /(?<![\p{L}\p{N}])[A-Z]{6}\d{2}[A-Z]\d{2}[A-Z]\d{3}[A-Z](?![\p{L}\p{N}])/giu, isValid: taxId('it-IT') },
  // Finland
  {
    expression: /(?<![\p{L}\p{N}])\d{6}[-+A-FU-Y]\d{3}[0-9A-Y](?![\p{L}\p{N}])/giu,
    isValid: (found: string) => taxId('fi-FI')(withFirstSign(found)),
  },
  // United Kingdom: national insurance
  {
    expression:
      /(?<![\p{L}\p{N}])(?!BG|GB|NK|KN|TN|NT|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?\d{2} ?\d{2} ?\d{2} ?[A-D](?![\p{L}\p{N}])/giu,
    isValid: () => true,
  },
  // India: permanent account number
  { expression: /(?<![\p{L}\p{N}])[A-Z]{3}[ABCFGHLJPT][A-Z]\d{4}[A-Z](?![\p{L}\p{N}])/gu, isValid: () => true },
  // Sweden and Poland: digits that hold a day of birth and a checksum
  {
    expression: alone('(?:(?:18|19|20)\\d{6}[-+]?|\\d{6}[-+])\\d{4}'),
    isValid: (found: string) => taxId('sv-SE')(digitsOf(found).slice(-10)),
  },
  { expression: alone('\\d{11}'), isValid: (found: string) => taxId('pl-PL')(found) },
  // Germany: one digit occurs two or three times, every other once at most, and the last is a checksum
  {
    expression: alone('\\d{11}|\\d{2} \\d{3} \\d{3} \\d{3}'),
    isValid: (found: string) => taxId('de-DE')(digitsOf(found)),
  },
  // Canada and India: digits in the groups that they are printed in, and a checksum
  {
    expression: alone('\\d{3} \\d{3} \\d{3}|\\d{3}-\\d{3}-\\d{3}'),
    isValid: (found: string) => taxId('en-CA')(digitsOf(found)),
  },
  {
    expression: alone('[2-9]\\d{3}(?: \\d{4} \\d{4}|-\\d{4}-\\d{4})'),
    isValid: (found: string) => identityCard('IN')(digitsOf(found)),
  },
].map((form) => ({ ...form, score: 0.6 }));

/** Digits alone: their checksum is right for one number in ten, so a word beside them has to name them. */
const DIGITS = {
  expression: alone('\\d(?:[ -]?\\d){8,12}'),
  score: 0.1,
  isValid: (found: string): boolean =>
    anyOf(
      identityCard('PL', 'IN', 'NO', 'TH', 'he-IL', 'zh-CN', 'zh-TW'),
      taxId(
        'en-CA',
        'de-DE',
        'da-DK',
        'et-EE',
        'fr-FR',
        'hr-HR',
        'lt-LT',
        'lv-LV',
        'nl-NL',
        'pl-PL',
        'pt-PT',
        'pt-BR',
        'ro-RO',
        'sv-SE',
      ),
    )(digitsOf(found)),
};

const CONTEXT =
  /\b(?:national\s?(?:id|identity|insurance)|identity|id\s?card|passport|tax|taxpayer|sin|nas|social\s?insurance|pesel|aadhaar|aadhar|personnummer|personal\s?(?:number|code|identity)|steuer[ -]?(?:id\w*|nummer|identifikations\w*)|ausweis\w*|personalausweis\w*|dni|nif|nie|nino|cpf|bsn|nin|citizen)\b/iu;

/** Numbers that a state gives to a person. */
export const nationalId = byPattern('national_id', [...FORMS, DIGITS], CONTEXT);
