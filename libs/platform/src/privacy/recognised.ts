import type { DataClass } from '@arbiter/contracts';
import type { Find, Recogniser } from './recognisers';
import { TAKEN } from './recognisers/recogniser';

/** A personal value in a text, and its kind. */
export interface Recognised extends Find {
  readonly dataClass: DataClass;
}

/**
 * CX-04: the personal parts of a text, in their order. Where two kinds overlap the surer one counts, then the longer
 * one.
 */
export function recognised(text: string, recognisers: readonly Recogniser[]): readonly Recognised[] {
  const finds = recognisers.flatMap(({ dataClass, find }) => [...find(text)].map((found) => ({ ...found, dataClass })));
  const taken: Recognised[] = [];
  for (const find of finds.filter(({ score }) => score >= TAKEN).sort(surerFirst))
    if (!taken.some(({ start, end }) => start < find.end && find.start < end)) taken.push(find);
  return taken.sort((one, other) => one.start - other.start);
}

const surerFirst = (one: Recognised, other: Recognised): number =>
  other.score - one.score || other.end - other.start - (one.end - one.start) || one.start - other.start;
