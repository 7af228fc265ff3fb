import type { Mood } from './clauses';

/** What is known to be so together: of one thing, or said in one sentence. */
export interface Unit {
  readonly keys: ReadonlySet<string>;
  readonly mood: Mood;
  readonly isNegated: boolean;
  /** the things it is about, by their numbers */
  readonly about: readonly string[];
  /** of a record, which amounts and days go by a name */
  readonly named: ReadonlyMap<string, ReadonlySet<string>>;
}
