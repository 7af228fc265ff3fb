import isEmail from 'validator/lib/isEmail';
import { byPattern } from './recogniser';

const ADDRESS =
  /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}][\p{L}\p{N}._%+'-]{0,63}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.){1,8}[\p{L}\p{N}-]{2,63}(?![\p{L}\p{N}])/gu;

/** Written so that programs do not see it, or with blanks: "ida (at) example (dot) com", "ida @ example.com". */
const AT = '(?:\\s{0,2}@\\s{0,2}|\\s{0,2}[([{<]\\s?(?:at|ät)\\s?[)\\]}>]\\s{0,2})';
const DOT = '(?:\\s?\\.|\\s{0,2}[([{<]\\s?(?:\\.|dot|punkt)\\s?[)\\]}>]\\s{0,2})';
const VEILED = new RegExp(
  `(?<![\\p{L}\\p{N}._%+-])[\\p{L}\\p{N}][\\p{L}\\p{N}_%+'-]{0,63}(?:${DOT}[\\p{L}\\p{N}_%+'-]{1,63}){0,4}${AT}[\\p{L}\\p{N}-]{1,63}(?:${DOT}[\\p{L}\\p{N}-]{2,63}){1,6}(?![\\p{L}\\p{N}])`,
  'giu',
);
const unveiled = (found: string): string =>
  found.replace(new RegExp(AT, 'giu'), '@').replace(new RegExp(DOT, 'giu'), '.');

export const email = byPattern('email', [
  { expression: ADDRESS, score: 1, isValid: (found) => isEmail(found, { allow_utf8_local_part: true }) },
  { expression: VEILED, score: 0.9, isValid: (found) => isEmail(unveiled(found), { allow_utf8_local_part: true }) },
]);
