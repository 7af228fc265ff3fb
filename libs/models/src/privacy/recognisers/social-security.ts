import { byPattern, digitsOf } from './recogniser';

const DASHED = /(?<![\p{L}\p{N}]|\d[-./ ])(\d{3}(\s?[-./]\s?| )\d{2}\2\d{4})(?![\p{L}\p{N}]|[-./ ]\d)/gu;
const PLAIN = /(?<![\p{L}\p{N}]|\d[-. ])(\d{9}|\d{5}-\d{4}|\d{3}-\d{6})(?![\p{L}\p{N}]|[-.]\d)/gu;

/** The groups of taxpayers without a number of their own, whose areas begin with 9. */
const TAXPAYERS = /^(?:5\d|6[0-5]|7\d|8[0-8]|9[0-24-9])$/;

/**
 * No area is 000 or 666, no group 00 and no serial number 0000; the examples that were printed on cards belong to no
 * person.
 */
function isIssued(found: string): boolean {
  const digits = digitsOf(found);
  const [area, group, serial] = [digits.slice(0, 3), digits.slice(3, 5), digits.slice(5)];
  if (area === '000' || area === '666' || group === '00' || serial === '0000') return false;
  if (area >= '900' && !TAXPAYERS.test(group)) return false;
  return !/^(\d)\1+$/.test(digits) && digits !== '123456789';
}

const CONTEXT =
  /\b(?:social|security|ssn|ssns|ssid|soc\.?\s?sec|itin|tax\s?payer|taxpayer|tax\s?id|tin|sozialversicherungs\w*)\b/iu;

/** Numbers of the social security of the United States, and of taxpayers without one, which have the same form. */
export const socialSecurity = byPattern(
  'ssn',
  [
    { expression: DASHED, score: 0.5, isValid: isIssued },
    { expression: PLAIN, score: 0.1, isValid: isIssued },
  ],
  CONTEXT,
);
