import type { EventName, RecordedOf } from '@arbiter/contracts';
import type { Effect, Effects, Submit } from './subscription';

const AT_ONCE = 256;
const WAITING = 5_000;
/** what was begun has this long to end when the service stops; then it is told to */
const GRACE_MILLISECONDS = 5_000;

/**
 * Runs what follows a committed fact, outside the batch and bounded. An effect that is lost (a crash, an overflow) is not
 * missed for ever: the timer its fact set brings the stream back.
 */
export class EffectRunner {
  private running = 0;
  private readonly waiting: (() => void)[] = [];
  private closed = false;
  private idle: (() => void) | null = null;
  private readonly stop = new AbortController();

  constructor(private readonly effects: Effects, private readonly submit: Submit, private readonly onTrouble: (error: unknown) => void) {}

  run(event: RecordedOf<EventName>, artifacts: string): void {
    const effect = this.effects[event.name] as Effect | undefined;
    if (!effect || this.closed) return;
    const start = (): void => {
      this.running += 1;
      effect(event, { submit: this.submit, artifacts, signal: this.stop.signal })
        .catch((error: unknown) => this.onTrouble(error))
        .finally(() => this.finished());
    };
    if (this.running < AT_ONCE) start();
    else if (this.waiting.length < WAITING) this.waiting.push(start);
    else this.onTrouble(new Error(`more than ${WAITING} effects wait; ${event.name} is left to its timer`));
  }

  async close(): Promise<void> {
    this.closed = true;
    this.waiting.length = 0;
    if (this.running === 0) return;
    const patience = setTimeout(() => this.stop.abort(), GRACE_MILLISECONDS);
    await new Promise<void>((resolve) => (this.idle = resolve));
    clearTimeout(patience);
  }

  private finished(): void {
    this.running -= 1;
    const next = this.waiting.shift();
    if (next) next();
    else if (this.running === 0) this.idle?.();
  }
}
