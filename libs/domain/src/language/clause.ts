/** The act of a clause, as far as its form shows. */
export type Act =
  /** it states a wish: "I would like …", "can you …" */
  | 'wish'
  /** words without a subject: "refund order 1003", "refund please"; a request if it names a deed */
  | 'fragment'
  /** it asks whether one may or should: "can I …", "should I …" */
  | 'permission'
  /** the clause asks for an answer */
  | 'question'
  /** the clause reports something */
  | 'report'
  /** nothing but courtesy, a yes or a no */
  | 'courtesy';

/** The marks that keep a clause from being a plain request for now. */
export const MARKS = [
  'negated',
  'asked',
  'conditional',
  'hypothetical',
  'hedged',
  'reported',
  'quoted',
  'partial',
  'excluded',
  'past',
  'future',
  'joking',
  'alternative',
] as const;
export type Mark = (typeof MARKS)[number];

/** A part of a text with one act: `tokens[start]` up to, not with, `tokens[end]`. */
export interface Clause {
  readonly start: number;
  readonly end: number;
  /** the sentence it is part of, counted from 0 */
  readonly sentence: number;
  readonly act: Act;
  readonly marks: ReadonlySet<Mark>;
  /** where its own content begins, after courtesy and the words of wishing */
  readonly from: number;
}
