import { setTimeout as delay } from 'node:timers/promises';
import type { Projector } from './projector';

const GATHER_MILLISECONDS = 500;
const SOON_MILLISECONDS = 150;
/** while nothing comes in */
const IDLE_MILLISECONDS = 600;
const FEW_FACTS = 100;
const LONGEST_PAUSE_MILLISECONDS = 5_000;

/**
 * Folds for as long as it is open: at once while there is more than a page; else it lets facts gather, longer the more come in. While
 * nothing comes in it looks less often.
 */
export class ProjectorLoop {
  private readonly closing = new AbortController();
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly projector: Pick<Projector, 'round'>,
    private readonly onTrouble: (error: unknown) => void,
    private readonly pause = pauseFor,
  ) {}

  start(): void {
    this.running = this.run();
  }

  /** Finishes the page it is at. */
  async close(): Promise<void> {
    this.closing.abort();
    await this.running;
  }

  private async run(): Promise<void> {
    const { signal } = this.closing;
    let idle = SOON_MILLISECONDS;
    for (let failures = 0; !signal.aborted;) {
      const milliseconds = await this.projector.round().then(
        ({ more, events }) => {
          failures = 0;
          idle = events > 0 ? SOON_MILLISECONDS : Math.min(IDLE_MILLISECONDS, idle * 2);
          if (more) return 0;
          return events < FEW_FACTS ? idle : GATHER_MILLISECONDS;
        },
        (error: unknown) => {
          this.onTrouble(error);
          failures += 1;
          return Math.min(LONGEST_PAUSE_MILLISECONDS, GATHER_MILLISECONDS * 2 ** failures);
        },
      );
      await this.pause(milliseconds, signal);
    }
  }
}

/** Ends early when the loop is closed. */
const pauseFor = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  delay(milliseconds, undefined, { signal }).catch(() => undefined);
