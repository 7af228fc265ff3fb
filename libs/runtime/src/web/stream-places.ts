import { integer } from '../configuration';
import { Problem } from './problem';

const RETRY_SECONDS = '10';
const STREAMS_PER_CLIENT = 1_000;

/** Throws a terminal error that names the variable. */
export const streamsPerClient = (environment: NodeJS.ProcessEnv): number =>
  integer(environment, 'ARBITER_STREAMS_PER_CLIENT', STREAMS_PER_CLIENT, 0, 1_000_000);

/** How many event streams one client may have open in this process; 0 for any number. */
export class StreamPlaces {
  private readonly taken = new Map<string, number>();

  constructor(private readonly most: number) {}

  /**
   * Returns a function that gives the place back, once however often it is called. Throws 429 with Retry-After when the
   * client has none left.
   */
  take(client: string): () => void {
    const open = this.taken.get(client) ?? 0;
    if (this.most > 0 && open >= this.most) {
      throw new Problem(
        429,
        'too_many_streams',
        `this client has ${open} event streams open, which is all it may; close one, then come again (ARBITER_STREAMS_PER_CLIENT)`,
        {
          headers: { 'retry-after': RETRY_SECONDS },
        },
      );
    }
    this.taken.set(client, open + 1);
    let isTaken = true;
    return () => {
      if (isTaken) this.free(client);
      isTaken = false;
    };
  }

  private free(client: string): void {
    const left = this.taken.get(client)! - 1;
    if (left === 0) this.taken.delete(client);
    else this.taken.set(client, left);
  }
}
