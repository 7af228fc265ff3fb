import type { Command } from '@arbiter/contracts';

/** What an event wakes: what an event handler of a deciding service answers. */
export interface Wake {
  /** the streams of the service's own category that the event concerns */
  readonly streams: readonly string[];
  /** whether the event usually begins its stream: then nothing is read first, and a conflict corrects the guess */
  readonly opens?: boolean;
  /**
   * in milliseconds: so long it waits for something else of its stream that is about to come, so that both are one
   * decision
   */
  readonly patience?: number;
  /** why what came is not to be believed, however well it is formed; it is set aside then, and null lets it pass */
  readonly refusal?: () => Promise<string | null>;
  /**
   * what may be read while the event is being written to the log, so that it is at hand afterwards; that it fails
   * counts for nothing
   */
  readonly prepare?: () => Promise<unknown>;
  /**
   * what must be done before the decision and outside the batch (a read-class call); its command is decided instead,
   * where it has one
   */
  readonly perform?: () => Promise<Command | null> | null;
}
