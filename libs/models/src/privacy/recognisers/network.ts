import isBtcAddress from 'validator/lib/isBtcAddress';
import isEthereumAddress from 'validator/lib/isEthereumAddress';
import isIP from 'validator/lib/isIP';
import isMACAddress from 'validator/lib/isMACAddress';
import { byPattern } from './recogniser';

const V4 = /(?<![\p{L}\p{N}.:])((?:\d{1,3}\.){3}\d{1,3}(?:\/\d{1,2})?)(?![\p{L}\p{N}])/gu;
const V6 =
  /(?<![\p{L}\p{N}:.])((?:[0-9a-f]{0,4}:){2,7}(?:\d{1,3}(?:\.\d{1,3}){3}|[0-9a-f]{0,4})(?:%[\p{L}\p{N}]{1,15})?(?:\/\d{1,3})?)(?![\p{L}\p{N}:]|\.\d)/giu;
/** `::` alone is punctuation more often than an address. */
const isAddress = (found: string): boolean => found.length > 2 && isIP(withoutNetwork(found), 6);
const withoutNetwork = (found: string): string => found.replace(/[%/].*$/u, '');

export const ipAddress = byPattern('ip_address', [
  { expression: V4, score: 0.6, isValid: (found) => isIP(withoutNetwork(found), 4) },
  { expression: V6, score: 0.6, isValid: isAddress },
]);

const DEVICE =
  /(?<![\p{L}\p{N}:.-])((?:[0-9a-f]{2}([:-]))(?:[0-9a-f]{2}\2){4}[0-9a-f]{2}|[0-9a-f]{4}(?:\.[0-9a-f]{4}){2})(?![\p{L}\p{N}]|[:.-][0-9a-f])/giu;

export const macAddress = byPattern('mac_address', [
  { expression: DEVICE, score: 0.6, isValid: (found) => isMACAddress(found) && !/^(?:ff[:.-]?)+$/i.test(found) },
]);

const BITCOIN = /(?<![\p{L}\p{N}])((?:[13][1-9A-HJ-NP-Za-km-z]{25,34})|(?:bc1[0-9a-z]{11,71}))(?![\p{L}\p{N}])/gu;
const ETHEREUM = /(?<![\p{L}\p{N}])(0x[0-9a-f]{40})(?![\p{L}\p{N}])/giu;

export const wallet = byPattern('wallet', [
  { expression: BITCOIN, score: 0.7, isValid: isBtcAddress },
  { expression: ETHEREUM, score: 0.7, isValid: isEthereumAddress },
]);
