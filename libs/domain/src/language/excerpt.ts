import type { Tagged } from '@arbiter/contracts';
import { joinedTokens } from './joined-tokens';
import { spelled, tokensOf } from './tokens';

/**
 * CX-03: the beginning of a text, which ends between two words, and never within a number or a personal value: half of
 * one is not recognised any more.
 */
export function excerpt(text: string, longest: number, personal: readonly Tagged[] = []): string {
  if (text.length <= longest) return text;
  const spelling = spelled(text);
  if (spelling.length <= longest) return spelling;
  const blank = spelling.slice(0, longest + 1).search(/\s\S*$/u);
  const end = blank > 0 ? blank : longest;
  const halved = joinedTokens(tokensOf(spelling), spelling, personal).find(
    (token) => token.start < end && token.end > end,
  );
  const isValue = halved !== undefined && (halved.isWhole === true || /\p{N}/u.test(halved.word));
  return spelling
    .slice(0, isValue ? halved.start : end)
    .trimEnd()
    .toWellFormed();
}
