import type { Mood } from './clauses';

/** Statements that are known to be true together: about one thing, or in one sentence. */
export interface Unit {
  readonly keys: ReadonlySet<string>;
  readonly mood: Mood;
  readonly isNegated: boolean;
  /** the things it is about, by their numbers */
  readonly about: readonly string[];
  /** of a record, which amounts and days go by a name */
  readonly named: ReadonlyMap<string, ReadonlySet<string>>;
  /** it holds of a sentence that names one of these values; null: of any */
  readonly beside: ReadonlySet<string> | null;
}
