import isLuhnNumber from 'validator/lib/isLuhnNumber';
import { byPattern, digitsOf } from './recogniser';

/** Twelve to nineteen digits, alone or in groups by one kind of separator. */
const NUMBER =
  /(?<![\p{L}\p{N}.,+-]|\d[ ])(\d{12,19}|\d{4}([ -])\d{4}\2\d{4}\2\d{1,7}|\d{4}([ -])\d{6}\3\d{4,5})(?![\p{L}\p{N}]|[.,-]\d)/gu;
/** In the usual groups, among further groups of digits: "1003 4111 1111 1111 1111". */
const AMONG_DIGITS = /(?<![\p{L}\p{N}])(?=(\d{4}([ -])\d{4}\2\d{4}\2\d{4})(?![\p{L}\p{N}]))/gu;
/** ISO/IEC 7812: how issuers begin, by the length of their numbers. */
const ISSUED: Readonly<Record<number, RegExp>> = {
  12: /^(?:5[0678]|6)/,
  13: /^(?:4|5[0678]|6)/,
  14: /^3[0689]/,
  15: /^(?:1|2014|2131|2149|3[47]|5[0678]|6)/,
  16: /^[2-6]/,
  17: /^[56]/,
  18: /^[56]/,
  19: /^[4-6]/,
};

const isCard = (found: string): boolean => {
  const digits = digitsOf(found);
  return ISSUED[digits.length]!.test(digits) && isLuhnNumber(digits) && !/^(\d)\1+$/.test(digits);
};

const CONTEXT = /\b(?:card|credit|debit|visa|mastercard|amex|discover|maestro|\w*karte|\w*kartennummer|pan|cc)\b/iu;

export const card = byPattern(
  'card',
  [
    { expression: NUMBER, score: 0.7, isValid: (found) => digitsOf(found).length >= 13 && isCard(found) },
    { expression: NUMBER, score: 0.2, isValid: (found) => digitsOf(found).length === 12 && isCard(found) },
    { expression: AMONG_DIGITS, score: 0.5, isValid: isCard },
  ],
  CONTEXT,
);
