import type { DataClass, Tagged } from '@arbiter/contracts';
import { closedUp, folded, type Folded } from './folded';
import { RECOGNISERS, type Find, type Recogniser } from './recognisers';
import { TAKEN } from './recognisers/recogniser';

/** A personal value in a text, and its kind. */
export interface Recognised extends Find {
  readonly dataClass: DataClass;
}

/** The kinds that are one number: whatever marks divide it. */
const NUMBERS: ReadonlySet<DataClass> = new Set(['card', 'iban', 'ssn', 'national_id', 'phone']);

/**
 * CX-04: the personal parts of a text, in their order, however they are written: they are looked for in a folded copy,
 * and in one whose numbers are in one piece. Where two kinds overlap the surer one counts, then the longer one.
 */
export function recognised(text: string, recognisers: readonly Recogniser[]): readonly Recognised[] {
  const copy = folded(text);
  const closed = closedUp(copy);
  const numbers = recognisers.filter(({ dataClass }) => NUMBERS.has(dataClass));
  const finds = [...findsIn(copy, recognisers), ...(closed ? findsIn(closed, numbers) : [])];
  const taken: Recognised[] = [];
  for (const find of finds.sort(surerFirst))
    if (!taken.some(({ start, end }) => start < find.end && find.start < end)) taken.push(find);
  return taken.sort((one, other) => one.start - other.start);
}

/**
 * CX-04: the personal values of a message, as it comes in. Later it is cut, and a part of a value, or a value without
 * the words beside it, is not recognised any more. Names are left to where a prompt is made: no part of one tells much.
 */
export const recognisedValues = (text: string): readonly Tagged[] =>
  recognised(text, RECOGNISERS).map(({ start, end, dataClass }) => ({ dataClass, value: text.slice(start, end) }));

const findsIn = ({ text, originalOf }: Folded, recognisers: readonly Recogniser[]): readonly Recognised[] =>
  recognisers.flatMap(({ dataClass, find }) =>
    Array.from(find(text))
      .filter(({ score }) => score >= TAKEN)
      .map(({ start, end, score }) => ({ ...originalOf(start, end), score, dataClass })),
  );

const surerFirst = (one: Recognised, other: Recognised): number =>
  other.score - one.score || other.end - other.start - (one.end - one.start) || one.start - other.start;
