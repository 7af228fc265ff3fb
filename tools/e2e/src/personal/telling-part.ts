import { folded } from '@arbiter/models';
import type { CanaryValue } from './ways-of-writing';

const TOKEN = /<[A-Z_]+_[0-9a-f]{12,64}>/g;
/** A stretch of the value that is no accident. */
const STRETCH = 4;
/** Of its letters and digits, over all that was shown: enough to look for, and to guess the rest. */
export const TELLING = 8;

const squashed = (text: string): string =>
  folded(text.replace(TOKEN, ' '))
    .text.toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** How many letters and digits of the value stand, in stretches of four or more, in any of the texts. */
export function toldOf({ groups, isMail }: CanaryValue, texts: readonly string[]): number {
  const value = squashed(isMail ? groups[0]! : groups.join(''));
  const shown = texts.map(squashed);
  const told = new Set<number>();
  for (let at = 0; at + STRETCH <= value.length; at += 1)
    if (shown.some((text) => text.includes(value.slice(at, at + STRETCH))))
      for (let place = at; place < at + STRETCH; place += 1) told.add(place);
  return told.size;
}

/** Every text within a value that was read from JSON, names of fields included. */
export function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (value === null || typeof value !== 'object') return [String(value)];
  return Object.entries(value).flatMap(([name, inner]) => [name, ...textsIn(inner)]);
}
