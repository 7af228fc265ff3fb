/** Tries to take what is wanted: the thing, or the milliseconds until it is worth another try. */
export type Try<T extends object> = () => Promise<T | number>;

interface Waiting {
  readonly attempt: Try<object>;
  readonly end: (got: object | null) => void;
  readonly fail: (error: unknown) => void;
  isTried: boolean;
  isOver: boolean;
}

interface Line {
  readonly waiting: Set<Waiting>;
  notBefore: number;
}

/** The lines of one account, the one that is served next first. */
interface Queue {
  readonly lines: Map<string, Line>;
  wake: () => void;
}

/**
 * Who is served next, where many want what few may have at a time.
 *
 * 1. Within a line it is the caller that came first; lines are served in turn, one caller each, however long they are.
 * 2. A line that has to wait holds up no other.
 * 3. A caller whose time is over, or whose signal was aborted, is not tried for any more.
 */
export class Turns {
  private readonly queues = new Map<string, Queue>();

  /** null: it was not to be had in time. */
  async wait<T extends object>(
    account: string,
    line: string,
    attempt: Try<T>,
    milliseconds: number,
    signal?: AbortSignal,
  ): Promise<T | null> {
    let notBefore = 0;
    if (!this.queues.has(account)) {
      const got = await attempt();
      if (typeof got !== 'number') return got;
      notBefore = Date.now() + got;
    }
    if (milliseconds <= 0 || signal?.aborted) return null;
    return new Promise((resolve, reject) => {
      const over = (): void => this.giveUp(account, line, waiting);
      const timer = setTimeout(over, milliseconds);
      const settled = (): void => (clearTimeout(timer), signal?.removeEventListener('abort', over));
      const waiting: Waiting = {
        attempt,
        end: (got) => (settled(), resolve(got as T | null)),
        fail: (error) => (settled(), reject(error)),
        isTried: false,
        isOver: false,
      };
      signal?.addEventListener('abort', over, { once: true });
      this.enter(account, line, waiting, notBefore);
    });
  }

  private enter(account: string, name: string, waiting: Waiting, notBefore: number): void {
    const queue = this.queues.get(account);
    const line = queue?.lines.get(name);
    if (line) return void line.waiting.add(waiting);
    const entered: Line = { waiting: new Set([waiting]), notBefore };
    if (queue) {
      queue.lines.set(name, entered);
      return queue.wake();
    }
    const begun: Queue = { lines: new Map([[name, entered]]), wake: () => undefined };
    this.queues.set(account, begun);
    void this.serve(account, begun);
  }

  /** One that is tried for at this moment keeps what it gets. */
  private giveUp(account: string, name: string, waiting: Waiting): void {
    waiting.isOver = true;
    const queue = this.queues.get(account);
    if (waiting.isTried || !queue) return;
    leave(queue, name, waiting);
    waiting.end(null);
    queue.wake();
  }

  private async serve(account: string, queue: Queue): Promise<void> {
    while (queue.lines.size > 0) {
      const next = [...queue.lines].find(([, { notBefore }]) => notBefore <= Date.now());
      if (next) await serveLine(queue, ...next);
      else await rest(queue);
    }
    this.queues.delete(account);
  }
}

async function serveLine(queue: Queue, name: string, line: Line): Promise<void> {
  const [first] = line.waiting as unknown as [Waiting];
  // To the end of all lines.
  queue.lines.delete(name);
  queue.lines.set(name, line);
  first.isTried = true;
  try {
    const got = await first.attempt();
    first.isTried = false;
    if (typeof got === 'number') line.notBefore = Date.now() + got;
    if (typeof got === 'number' && !first.isOver) return;
    leave(queue, name, first);
    first.end(typeof got === 'number' ? null : got);
  } catch (error) {
    leave(queue, name, first);
    first.fail(error);
  }
}

function leave(queue: Queue, name: string, waiting: Waiting): void {
  const line = queue.lines.get(name);
  line?.waiting.delete(waiting);
  if (line?.waiting.size === 0) queue.lines.delete(name);
}

function rest(queue: Queue): Promise<void> {
  const earliest = Math.min(...[...queue.lines.values()].map(({ notBefore }) => notBefore));
  return new Promise((resolve) => {
    const wake = (): void => (clearTimeout(timer), resolve());
    const timer = setTimeout(wake, Math.max(1, earliest - Date.now()));
    queue.wake = wake;
  });
}
