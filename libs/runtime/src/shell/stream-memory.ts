import type { Entry } from './entry';

/**
 * TH-10, PR-07: a service's memory of its streams; for the router, of its conversations. A shell uses nothing else of
 * it, so that another memory can replace it. Open waits are part of the loaded state.
 */
export interface StreamMemory<State> {
  /** Loads: the stream as all of its committed facts make it, of every writer. */
  fresh(stream: string): Promise<Entry<State>>;
  /** The same without a look-up, as far as it is cached; it may lack facts that others wrote. */
  cached(stream: string): Entry<State> | undefined;
  /** Appends: stores an entry whose new facts are committed. */
  keep(stream: string, entry: Entry<State>): Entry<State>;
  /** Clears the cached entry. The facts stay; their personal content goes with the customer's key (CX-08). */
  forget(stream: string): void;
  /** A stream of which there is nothing yet. */
  empty(): Entry<State>;
}
