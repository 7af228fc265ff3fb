import isEmail from 'validator/lib/isEmail';
import { byPattern } from './recogniser';

const ADDRESS =
  /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}][\p{L}\p{N}._%+'-]{0,63}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.){1,8}[\p{L}\p{N}-]{2,63}(?![\p{L}\p{N}])/gu;

export const email = byPattern('email', [
  { expression: ADDRESS, score: 1, isValid: (found) => isEmail(found, { allow_utf8_local_part: true }) },
]);
