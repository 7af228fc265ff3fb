import type { DataClass } from '@arbiter/contracts';

/** A place in a text, `end` excluded, that is personal with a score from 0 to 1. */
export interface Find {
  readonly start: number;
  readonly end: number;
  readonly score: number;
}

/** CX-04: finds one kind of personal data. The same text always gives the same finds. */
export interface Recogniser {
  readonly dataClass: DataClass;
  find(text: string): Iterable<Find>;
}

/** A pattern with its score, and a check that a match is genuine (a checksum, a numbering plan). */
export interface Pattern {
  /** global; its first group, when it has one, is the find: it may stand in a look ahead */
  readonly expression: RegExp;
  readonly score: number;
  readonly isValid?: (found: string) => boolean;
}

/** From this score on a find is personal. */
export const TAKEN = 0.4;

const CONTEXT_BONUS = 0.35;
const BEFORE = 48;
const AFTER = 32;

/** Patterns, each with its check, and the words whose nearness makes a find surer. */
export function byPattern(
  dataClass: DataClass,
  patterns: readonly Pattern[],
  context: RegExp | null = null,
): Recogniser {
  return {
    dataClass,
    *find(text) {
      for (const { expression, score, isValid = () => true } of patterns) {
        for (const match of text.matchAll(expression)) {
          const found = match[1] ?? match[0];
          const start = text.indexOf(found, match.index);
          if (isValid(found)) yield withContext(text, { start, end: start + found.length, score }, context);
        }
      }
    },
  };
}

export function withContext(text: string, find: Find, context: RegExp | null): Find {
  const around = `${text.slice(Math.max(0, find.start - BEFORE), find.start)}\n${text.slice(find.end, find.end + AFTER)}`;
  return context?.test(around) ? { ...find, score: Math.min(1, find.score + CONTEXT_BONUS) } : find;
}

export const digitsOf = (text: string): string => text.replace(/\D/g, '');
