import type { Command } from '@arbiter/contracts';

/** The streams that an event goes to: the result of an event handler of a deciding service. */
export interface Recipients {
  /** the streams of the service's own categories that the event concerns */
  readonly streams: readonly string[];
  /** whether the event usually begins its stream: then nothing is read first, and a conflict corrects the guess */
  readonly opens?: boolean;
  /**
   * in milliseconds: so long it waits for something else of its stream that is about to come, so that both are one
   * decision
   */
  readonly patience?: number;
  /** why the event is not to be believed, however well formed it is; it is set aside then, and null lets it pass */
  readonly refusal?: () => Promise<string | null>;
  /**
   * reads that may be made while the event is being written to the log, so that their results are at hand afterwards; a
   * failure is ignored
   */
  readonly prepare?: () => Promise<unknown>;
  /**
   * work to be done before the decision and outside the batch (a read-class call); when it gives a command, that is
   * decided instead
   */
  readonly perform?: () => Promise<Command | null> | null;
}
