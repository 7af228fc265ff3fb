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

/** Letters and digits in an order of their own, with a check of their own: hardly anything else has that form. */
const FORMS = [
  // Spain: NIF and NIE
  {
    expression: /(?<![\p{L}\p{N}])(?:\d{8}|[XYZ]\d{7})-?[A-Z](?![\p{L}\p{N}])/giu,
    isValid: (found: string) => anyOf(identityCard('ES'), taxId('es-ES'))(found.replace('-', '')),
  },
  // Italy: codice fiscale
  { expression: /(?<![\p{L}\p{N}])[A-Z]{6}\d{2}[A-Z]\d{2}[A-Z]\d{3}[A-Z](?![\p{L}\p{N}])/giu, isValid: taxId('it-IT') },
  // Finland
  {
    expression: /(?<![\p{L}\p{N}])\d{6}[-+A-FU-Y]\d{3}[0-9A-Y](?![\p{L}\p{N}])/giu,
    isValid: anyOf(identityCard('FI'), taxId('fi-FI')),
  },
  // United Kingdom: national insurance
  {
    expression:
      /(?<![\p{L}\p{N}])(?!BG|GB|NK|KN|TN|NT|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?\d{2} ?\d{2} ?\d{2} ?[A-D](?![\p{L}\p{N}])/giu,
    isValid: () => true,
  },
  // India: permanent account number
  { expression: /(?<![\p{L}\p{N}])[A-Z]{3}[ABCFGHLJPT][A-Z]\d{4}[A-Z](?![\p{L}\p{N}])/gu, isValid: () => true },
].map((form) => ({ ...form, score: 0.6 }));

/** Digits alone: their checksum is right for one number in ten, so that a word beside them has to say what they are. */
const DIGITS = {
  expression: /(?<![\p{L}\p{N}]|\d[-. ])\d(?:[ -]?\d){8,12}(?![\p{L}\p{N}]|[-. ]\d)/gu,
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
  /\b(?:national\s?(?:id|identity|insurance)|identity|id\s?card|passport|tax|taxpayer|sin|nas|social\s?insurance|pesel|aadhaar|aadhar|personnummer|personal\s?(?:number|code|identity)|steuer\s?(?:id|nummer|identifikationsnummer)|ausweis\w*|dni|nif|nie|nino|cpf|bsn|nin|citizen)\b/iu;

/** Numbers that a state gives to a person. */
export const nationalId = byPattern('national_id', [...FORMS, DIGITS], CONTEXT);
