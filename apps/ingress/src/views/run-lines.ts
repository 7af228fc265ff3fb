import type { NatsConnection } from '@nats-io/transport-node';
import { subjects } from '@arbiter/contracts';
import type { ShownLine, ShownLines } from '@arbiter/runtime';

/** Runs that are carried out here show something sooner, most of the time. */
const SILENT_MILLISECONDS = 500;

export interface WatchedRun {
  readonly tenant: string;
  readonly sessionId: string;
  readonly runId: string;
}

/** Where lines come from. */
export interface LineSources {
  readonly connection: NatsConnection;
  /** the lines of this process; null where no executor runs in it */
  readonly lines: ShownLines | null;
  readonly onTrouble: (error: unknown) => void;
}

/** The receiver of a run's lines, each perhaps more than once. */
export interface LineTaker {
  /** takes a line as it is stored and published */
  take(body: string): void;
  /** takes a line of this process */
  takeShown(line: ShownLine): void;
  /** looks into the log unless something came in lately */
  look(): void;
}

/**
 * Has the lines of a run brought to its feed until the function that is returned is called.
 *
 * 1. Where no executor runs in this process, the feed subscribes to the broker from the beginning.
 * 2. Where one does, a run's lines come in memory from the beginning, and from the broker too once none came for a
 *    while: another process may be carrying the run out. Lines shown elsewhere until then are in the log, which is read
 *    as soon as the subscription begins.
 */
export function listenToRun(
  { connection, lines, onTrouble }: LineSources,
  run: WatchedRun,
  taker: LineTaker,
): () => void {
  const subject = subjects.ui(run.tenant, run.sessionId, run.runId);
  const subscribe = () =>
    connection.subscribe(subject, {
      callback: (error, message) => (error ? onTrouble(error) : taker.take(message.string())),
    });
  if (!lines) {
    const subscription = subscribe();
    return () => subscription.unsubscribe();
  }
  let subscription: ReturnType<typeof subscribe> | undefined;
  let isSilent = true;
  const unwatch = lines.watch(subject, (line) => {
    isSilent = false;
    taker.takeShown(line);
  });
  const silence = setInterval(() => {
    if (isSilent) {
      clearInterval(silence);
      subscription = subscribe();
      connection.flush().then(() => taker.look(), onTrouble);
    }
    isSilent = true;
  }, SILENT_MILLISECONDS);
  return () => {
    unwatch();
    clearInterval(silence);
    subscription?.unsubscribe();
  };
}
