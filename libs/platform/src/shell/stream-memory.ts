import type { Entry } from './entry';

/**
 * TH-10, PR-07: what a service remembers of its streams; for the router, of its conversations. A shell knows no more of
 * it than this, so that another memory can stand in. What is waited for is part of the state that is loaded.
 */
export interface StreamMemory<State> {
  /** Loads: the stream as all of its committed facts make it, of every writer. */
  fresh(stream: string): Promise<Entry<State>>;
  /** The same without looking, as far as it is known here; it may be behind what others wrote. */
  cached(stream: string): Entry<State> | undefined;
  /** Appends: takes over an entry whose new facts are committed. */
  keep(stream: string, entry: Entry<State>): Entry<State>;
  /** Clears what is known here. The facts stay; what was said in them goes with the customer's key (CX-08). */
  forget(stream: string): void;
  /** A stream of which there is nothing yet. */
  empty(): Entry<State>;
}
