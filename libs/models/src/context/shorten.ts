import type { ContextReport, Values } from '@arbiter/contracts';
import type { Field } from './draft';
import { estimatedTokens } from './estimate';

type Cut = ContextReport['cut'][number];

/** A token cut in half would stand for no value. */
const HALF_A_TOKEN = { atEnd: /<[A-Z_0-9a-f]*$/, atStart: /^[A-Z_0-9a-f]*>/ };

export interface Shortened {
  readonly data: Values;
  readonly tokens: number;
  readonly cut: readonly Cut[];
}

/**
 * CX-01: leaves out the fields of the lowest rank, entry by entry, until the rest fits the room. A field that may not
 * be shortened stays, fit or not.
 */
export function shortened(fields: Readonly<Record<string, Field>>, data: Values, room: number): Shortened {
  const shorter: Record<string, unknown> = { ...data };
  const cut: Cut[] = [];
  let tokens = sizeOf(data);
  const ranked = Object.entries(fields)
    .filter(([, { shortening }]) => shortening !== undefined)
    .sort(([, one], [, other]) => one.shortening!.rank - other.shortening!.rank);
  for (const [field, { shortening }] of ranked) {
    if (tokens <= room) break;
    const whole = data[field];
    const length = lengthOf(whole);
    const kept = fitting(whole, shortening!, tokens - room);
    shorter[field] = kept;
    tokens = sizeOf(shorter);
    if (lengthOf(kept) < length) cut.push({ field, kept: lengthOf(kept), of: length });
  }
  return { data: shorter, tokens, cut };
}

const sizeOf = (data: unknown): number => estimatedTokens(JSON.stringify(data) ?? '');
const lengthOf = (value: unknown): number => (typeof value === 'string' || Array.isArray(value) ? value.length : 0);

/** The most of it that is at least `excess` tokens smaller, or its least; found by halving. */
function fitting(value: unknown, { keep, least }: NonNullable<Field['shortening']>, excess: number): unknown {
  const whole = sizeOf(value);
  let [low, high] = [Math.min(least, lengthOf(value)), lengthOf(value)];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (whole - sizeOf(partOf(value, keep, middle)) >= excess) low = middle;
    else high = middle - 1;
  }
  return partOf(value, keep, low);
}

function partOf(value: unknown, keep: 'first' | 'last', length: number): unknown {
  if (Array.isArray(value)) return keep === 'first' ? value.slice(0, length) : value.slice(value.length - length);
  if (typeof value !== 'string' || length >= value.length) return value;
  const text = keep === 'first' ? value.slice(0, length) : value.slice(value.length - length);
  return (
    keep === 'first' ? text.replace(HALF_A_TOKEN.atEnd, '') : text.replace(HALF_A_TOKEN.atStart, '')
  ).toWellFormed();
}
