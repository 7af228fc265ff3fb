import type { DataClass, PersonalValues, Tagged, Treatment } from '@arbiter/contracts';
import { folded, type Folded } from './folded';
import { recognised } from './recognised';
import type { Recogniser } from './recognisers';

/**
 * The keyed digest of a value of a kind, in hexadecimal: 64 digits, and the same for the same value of the same tenant.
 */
export type Digest = (kind: string, value: string) => string;

export interface PrivacyRules {
  readonly recognisers: readonly Recogniser[];
  readonly treatments: Readonly<Record<DataClass, Treatment>>;
  readonly digest: Digest;
}

const DIGITS = 12;
const LONGEST = 64;
/**
 * A text that only looks like a token was not made here. It gets a token of its own, so that every token of a prompt is
 * ours.
 */
const LOOKS_LIKE_ONE = /<\/?[A-Z][A-Z_]{0,40}_[0-9a-f]{2,64}>/gi;
const SHORTEST_TAGGED = 3;

interface Place {
  readonly start: number;
  readonly end: number;
  readonly kind: string;
  readonly treatment: Treatment;
}

/**
 * CX-03: puts tokens in the place of personal values. One object for one context.
 *
 * 1. The same value of a tenant has the same token in every context, up to its length.
 * 2. No two values of a context share a token: where the short forms meet, the later one is longer.
 * 3. A token is never put inside another, and a text that looks like a token is itself replaced.
 */
export class Pseudonyms {
  private readonly values = new Map<string, string>();

  constructor(private readonly rules: PrivacyRules) {}

  /** The values of the tokens made so far. */
  get personal(): PersonalValues {
    return Object.fromEntries(this.values);
  }

  /**
   * The text with its personal values replaced or left out, as the tenant wants it. Schema tags count before
   * recognisers.
   */
  hide(text: string, tagged: readonly Tagged[] = []): string {
    let hidden = '';
    let at = 0;
    for (const { start, end, kind, treatment } of this.places(text, tagged)) {
      hidden +=
        text.slice(at, start) +
        (treatment === 'drop' ? `[${kind.toLowerCase()} left out]` : this.token(kind, text.slice(start, end)));
      at = end;
    }
    return hidden + text.slice(at);
  }

  private places(text: string, tagged: readonly Tagged[]): readonly Place[] {
    const { recognisers, treatments } = this.rules;
    const places: Place[] = Array.from(text.matchAll(LOOKS_LIKE_ONE), ({ index, 0: found }) => ({
      start: index,
      end: index + found.length,
      kind: 'QUOTED',
      treatment: 'token',
    }));
    const add = (start: number, end: number, dataClass: DataClass): void => {
      if (!places.some((known) => known.start < end && start < known.end))
        places.push({ start, end, kind: dataClass.toUpperCase(), treatment: treatments[dataClass] });
    };
    const copy = folded(text);
    const sought = tagged.flatMap(withoutMarks).sort((one, other) => other.value.length - one.value.length);
    for (const { dataClass, value } of sought)
      for (const { start, end } of occurrences(copy, value)) add(start, end, dataClass);
    for (const { start, end, dataClass } of recognised(text, recognisers)) add(start, end, dataClass);
    return places.filter(({ treatment }) => treatment !== 'pass').sort((one, other) => one.start - other.start);
  }

  private token(kind: string, value: string): string {
    const digest = this.rules.digest(kind, value);
    for (let digits = DIGITS; ; digits *= 2) {
      const token = `<${kind}_${digest.slice(0, Math.min(digits, LONGEST))}>`;
      if ((this.values.get(token) ?? value) === value) {
        this.values.set(token, value);
        return token;
      }
      if (digits >= LONGEST) throw new Error('two values have the same digest');
    }
  }
}

/** A value, and the same without the marks at its ends: "+49 30 1234" is told by "49 30 1234" as well. */
function withoutMarks(tagged: Tagged): readonly Tagged[] {
  const value = tagged.value.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
  return value === tagged.value ? [tagged] : [tagged, { ...tagged, value }];
}

/** Where a value occurs as a whole, whatever forms of its characters are used, and whatever lines it stands on. */
function occurrences({ text, originalOf }: Folded, value: string): readonly ReturnType<Folded['originalOf']>[] {
  const sought = withBlanks(folded(value).text).trim();
  if (sought.length < SHORTEST_TAGGED) return [];
  const searched = withBlanks(text);
  const found: ReturnType<Folded['originalOf']>[] = [];
  for (let at = searched.indexOf(sought); at >= 0; at = searched.indexOf(sought, at + sought.length)) {
    const end = at + sought.length;
    if (!/[\p{L}\p{N}]$/u.test(searched.slice(0, at)) && !/^[\p{L}\p{N}]/u.test(searched.slice(end)))
      found.push(originalOf(at, end));
  }
  return found;
}

/** Of the same length. */
const withBlanks = (text: string): string => text.replace(/\s/g, ' ');
