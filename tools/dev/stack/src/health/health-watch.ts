import { setTimeout as sleep } from 'node:timers/promises';
import { type Place, troublesOf, type Troubles } from './readiness';
import { TroubleLines } from './trouble-lines';

const pauseMilliseconds = 1_000;

interface Watching {
  /** read at every look: services come and go */
  readonly places: () => readonly Place[];
  /** whether another watch reports it */
  readonly isReportedElsewhere: (name: string) => boolean;
  readonly tell: (line: string) => void;
}

/**
 * Looks at every service each second, and reports which is away or slow and when it is back.
 * 1. One look at a time, each bounded by the patience of its questions.
 * 2. After `stop` nothing is reported.
 */
export class HealthWatch {
  private readonly troubleLines = new TroubleLines();
  private readonly stopped = new AbortController();

  constructor(private readonly watching: Watching) {}

  /** Never rejects; ends with `stop`. */
  async watch(): Promise<void> {
    const { signal } = this.stopped;
    while (!signal.aborted) {
      await sleep(pauseMilliseconds, undefined, { signal }).catch(() => undefined);
      const begun = Date.now();
      const found = await this.look();
      if (!signal.aborted)
        for (const line of this.troubleLines.look(begun, Date.now(), found)) this.watching.tell(line);
    }
  }

  stop(): void {
    this.stopped.abort();
  }

  private async look(): Promise<Troubles> {
    const { places, isReportedElsewhere } = this.watching;
    const all = await Promise.all(places().map((place) => troublesOf(place)));
    return new Map(all.flatMap((troubles) => [...troubles]).filter(([name]) => !isReportedElsewhere(name)));
  }
}
