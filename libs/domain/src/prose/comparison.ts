import { isName, type Facts } from './facts';
import type { Comparative } from './lexicon';
import { clausesOf } from './reading/clauses';
import type { Unit } from './reading/unit';

/** The things that a true comparison is about; null: the text is none, or it is not known to be true. */
export function comparedTruly(text: string, facts: Facts): readonly string[] | null {
  const parts = partsOf(text, facts);
  if (parts === null) return null;
  const [one, other] = [thingIn(parts.before, facts), thingIn(parts.after, facts)];
  if (one === null || other === null || one === other) return null;
  return holds(parts.comparative, recordOf(one, facts), recordOf(other, facts)) ? [one, other] : null;
}

interface Parts {
  readonly before: string;
  readonly comparative: Comparative;
  readonly after: string;
}

/** "1002 was | dearer than | 1001" */
function partsOf(text: string, { lexicon }: Facts): Parts | null {
  for (const comparative of lexicon.comparatives) {
    const [, before, after] = comparative.pattern.exec(text) ?? [];
    if (before !== undefined && after !== undefined) return { before, comparative, after };
  }
  return null;
}

/** "Of the two": a comparison is of two things. */
const BOTH = 'n:2';

/** The one thing that a part of a sentence names, where it says nothing else of it; null otherwise. */
function thingIn(part: string, { lexicon, reader }: Facts): string | null {
  const clauses = clausesOf(part, lexicon, reader);
  const says = clauses.some(({ words }) => words.some(({ word }) => !lexicon.besideComparison.has(word)));
  const values = clauses.flatMap((clause) => clause.values).filter((key) => key !== BOTH);
  const [only] = values;
  return !says && values.length === 1 && only !== undefined && isName(only) ? only : null;
}

/** A record names itself first, then others, and comes before its parts. */
const recordOf = (thing: string, { units }: Facts): Unit | undefined =>
  units.find(({ about, named }) => about[0] === thing && named.size > 0);

/** Every field that both have, of the kind that is compared, says so: none is equal, or says the opposite. */
function holds({ of, isMore }: Comparative, one: Unit | undefined, other: Unit | undefined): boolean {
  if (!one || !other) return false;
  const orders = [...one.named].flatMap(([field, values]) => {
    const theirs = other.named.get(field);
    return theirs ? orderOf(of, values, theirs) : [];
  });
  return orders.length > 0 && orders.every((order) => order === (isMore ? 1 : -1));
}

/** 1: the first is greater, -1: the second is, 0: neither, or they cannot be compared; empty: no such value. */
function orderOf(of: Comparative['of'], one: ReadonlySet<string>, other: ReadonlySet<string>): readonly number[] {
  const [mine, theirs] = [valuesOf(of, one), valuesOf(of, other)];
  if (mine.length === 0 && theirs.length === 0) return [];
  const [first, second] = [mine[0], theirs[0]];
  const areComparable = mine.length === 1 && theirs.length === 1 && first?.unit === second?.unit;
  return [areComparable ? Math.sign(first!.size - second!.size) : 0];
}

interface Measured {
  readonly size: number;
  readonly unit: string;
}

/** `m:39.3 EUR`, `d:2026-11-18` */
const valuesOf = (of: Comparative['of'], keys: ReadonlySet<string>): readonly Measured[] =>
  [...keys].flatMap((key) => {
    const [kind, value = ''] = key.split(/:(.*)/su);
    if (kind !== of) return [];
    const [amount, unit = ''] = value.split(' ');
    const size = of === 'd' ? Date.parse(value) : Number(amount);
    return [{ size, unit }];
  });
