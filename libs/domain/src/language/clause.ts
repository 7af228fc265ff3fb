/** What a clause does, as far as its form tells. */
export type Act =
  /** it says what is wanted: "I would like …", "can you …" */
  | 'wish'
  /** words without a subject: "refund order 1003", "refund please"; a request if what it names is a deed */
  | 'fragment'
  /** it asks whether one may or should: "can I …", "should I …" */
  | 'permission'
  /** it asks for an answer */
  | 'question'
  /** it tells of something */
  | 'report'
  /** nothing but courtesy, a yes or a no */
  | 'courtesy';

/** What keeps a clause from saying plainly what is to be done now. */
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
  /** where it begins to say what it is about, past courtesy and the words of wishing */
  readonly from: number;
}
