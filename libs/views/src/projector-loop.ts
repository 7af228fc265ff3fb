import { setTimeout as delay } from 'node:timers/promises';
import { GrowingPause } from '@arbiter/resilience';
import type { Projector, Round } from './projector';

const GATHER_MILLISECONDS = 500;
const SOON_MILLISECONDS = 150;
/** while nothing comes in */
const IDLE_MILLISECONDS = 600;
const FEW_FACTS = 100;
const NOTHING: Pick<Round, 'events' | 'more'> = { events: 0, more: false };
const LONGEST_PAUSE_MILLISECONDS = 5_000;

/**
 * Folds for as long as it is open: at once while there is more than a page; else it lets facts gather, longer the more
 * come in. While nothing comes in it looks less often, and only whether there is something.
 */
export class ProjectorLoop {
  private readonly closing = new AbortController();
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly projector: Pick<Projector, 'round' | 'isQuiet'>,
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

  private async round(): Promise<Pick<Round, 'events' | 'more'>> {
    return (await this.projector.isQuiet()) ? NOTHING : this.projector.round();
  }

  private async run(): Promise<void> {
    const { signal } = this.closing;
    const idle = new GrowingPause(SOON_MILLISECONDS, IDLE_MILLISECONDS);
    for (let failures = 0; !signal.aborted;) {
      const milliseconds = await this.round().then(
        ({ more, events }) => {
          failures = 0;
          const soon = idle.after(events === 0);
          if (more) return 0;
          return events < FEW_FACTS ? soon : GATHER_MILLISECONDS;
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
