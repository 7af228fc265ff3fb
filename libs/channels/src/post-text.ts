import { safeLines, type OutboundMessage } from '@arbiter/contracts';
import { sourceLines } from './source-lines';

/**
 * The texts to post for a message, in order: the executed steps as the person reads them (ER-01), then the text, then
 * its sources. None when there is nothing to read.
 */
export function textsOf(message: OutboundMessage, longestText: number): readonly string[] {
  const { headerText, text } = message;
  return splitText(
    [headerText, text, sourceLines(message).join('\n')]
      .filter((part) => part !== '')
      .map((part) => safeLines(part))
      .join('\n\n'),
    longestText,
  );
}

/**
 * Pieces of at most `longest` UTF-16 code units, cut at the last line break of its second half or else at the last
 * space; a word longer than that is cut inside, never within a character. Put together they are the text without the
 * white space at the cuts.
 */
export function splitText(text: string, longest: number): readonly string[] {
  const pieces: string[] = [];
  let rest = text.trim();
  while (rest.length > longest) {
    const end = cutOf(rest, longest);
    pieces.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  return rest === '' ? pieces : [...pieces, rest];
}

/** A line break in the first half would leave a stub. */
function cutOf(text: string, longest: number): number {
  const line = text.lastIndexOf('\n', longest);
  if (line > longest / 2) return line;
  for (let place = longest; place > 0; place -= 1) if (/\s/.test(text[place]!)) return place;
  return isHighSurrogate(text.charCodeAt(longest - 1)) && longest > 1 ? longest - 1 : longest;
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
