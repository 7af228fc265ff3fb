import {
  parseStream,
  parseType,
  type Category,
  type EventName,
  type RecordedOf,
  type WireEvent,
} from '@arbiter/contracts';
import type { Dependencies } from '@arbiter/resilience';
import type { Database, EventStore } from '@arbiter/store';
import { factsOf } from './facts-of';
import { openedAfter, unfinished, unheard, type Interaction, type SearchPlace } from './interactions';
import { setMissing, timersOf, type Timers } from './missing-timers';
import { schedulesOf } from './schedules';

const PAUSE_MILLISECONDS = 15_000;
/** an interaction this old that has not ended is looked at, and again after twice as long each time */
const FIRST_LOOK_SECONDS = 60;
const LONGEST_PAUSE_SECONDS = 3_600;
/** how often it is looked whether all schedules are armed; not at every round of a system at rest */
const SCHEDULES_PAUSE_MILLISECONDS = 60_000;
const MOST_OPEN = 10_000;
const LOOKED_AT_IN_A_ROUND = 50;
/**
 * How far back a process searches when it starts. Earlier processes have looked at interactions that opened before that
 * and have not ended.
 */
const FIRST_SEARCH_HOURS = 24;

export interface ReconciliationParts {
  readonly database: Database;
  readonly store: EventStore;
  readonly dependencies: Dependencies;
  /** those of the service, one a category */
  readonly deciders: readonly Timers[];
  /** the events this app reacts to */
  readonly reactsTo: ReadonlySet<EventName>;
  /** brings an event to its streams as if its message had come; resolves when that is through */
  readonly bring: (event: RecordedOf<EventName>, wire: WireEvent) => Promise<void>;
  readonly onFound: (found: { readonly runId: string; readonly timers: number }) => void;
  /** timers of schedules were missing */
  readonly onSchedules: (found: { readonly tenant: string; readonly timers: number }) => void;
  readonly onTrouble: (error: unknown) => void;
  /** how old an interaction must be before it is looked at; for tests */
  readonly afterSeconds?: number;
}

interface Open {
  readonly interaction: Interaction;
  readonly pauseSeconds: number;
  /** milliseconds since the epoch */
  readonly nextLook: number;
}

/**
 * Finds events that were lost, for whatever reason. Every interaction that has opened and not ended is looked at after
 * a minute, and again and again with growing pauses. An interaction that has ended is looked at once, when its
 * conversation does not show the end. Each service feeds its own streams the facts that concern them, straight from the
 * log, and sets the timers again that its facts imply. Schedules belong to no interaction: the service that arms them
 * looks at the latest activation of each tenant and at the timers armed for it.
 *
 * 1. Nothing is decided here: a stream ignores a fact that it has taken in already (architecture, section 4).
 * 2. One round at a time, each bounded; nothing is done while the store is away.
 * 3. Of more than MOST_OPEN interactions the oldest are watched; the others are found when these have ended.
 */
export class Reconciliation {
  private place: SearchPlace;
  private readonly open = new Map<string, Open>();
  /** milliseconds since the epoch */
  private schedulesAt = 0;
  private timer: NodeJS.Timeout | null = null;
  private round: Promise<void> = Promise.resolve();
  private closed = false;

  constructor(
    private readonly parts: ReconciliationParts,
    now: number = Date.now(),
  ) {
    this.place = { recordedAt: new Date(now - FIRST_SEARCH_HOURS * 3_600_000).toISOString(), stream: '', version: 0 };
  }

  start(): void {
    if (this.closed) return;
    this.timer = setTimeout(() => {
      this.round = this.runRound()
        .catch(this.parts.onTrouble)
        .finally(() => this.start());
    }, PAUSE_MILLISECONDS);
    this.timer.unref();
  }

  async close(): Promise<void> {
    this.closed = true;
    if (this.timer) clearTimeout(this.timer);
    await this.round;
  }

  /** One round: continues the search, and looks at the interactions that are due. */
  async runRound(now: number = Date.now()): Promise<void> {
    if (!this.parts.dependencies.isStoreUp) return;
    if (this.decides('playbook') && now >= this.schedulesAt)
      await this.lookAtSchedules(now).catch(this.parts.onTrouble);
    await this.search(now);
    const due = [...this.open.values()].filter(({ nextLook }) => nextLook <= now).slice(0, LOOKED_AT_IN_A_ROUND);
    const stillOpen = new Set(
      (
        await unfinished(
          this.parts.database,
          due.map(({ interaction }) => interaction),
        )
      ).map(({ runId }) => runId),
    );
    const ended = due.map(({ interaction }) => interaction).filter(({ runId }) => !stillOpen.has(runId));
    for (const { runId } of ended) this.open.delete(runId);
    await this.bringEnds(ended);
    for (const one of due.filter(({ interaction: { runId } }) => stillOpen.has(runId))) {
      if (this.closed) return;
      // One that cannot be read now delays no other: it is looked at again.
      await this.lookAgain(one, now).catch(this.parts.onTrouble);
    }
  }

  /** Sets the timers again that these facts imply, of every decider of the service; returns how many were missing. */
  private async setMissing(facts: readonly RecordedOf<EventName>[]): Promise<number> {
    let missing = 0;
    for (const decider of this.parts.deciders)
      missing += await setMissing(this.parts.database, decider.category, timersOf(decider, facts));
    return missing;
  }

  private decides(...categories: readonly Category[]): boolean {
    return this.parts.deciders.some(({ category }) => categories.includes(category));
  }

  /** A timer that was lost is set anew, and an activation that nothing came of is brought again. */
  private async lookAtSchedules(now: number): Promise<void> {
    const { database, store } = this.parts;
    this.schedulesAt = now + SCHEDULES_PAUSE_MILLISECONDS;
    for (const { activated, armed } of await schedulesOf(database)) {
      const timers = await this.setMissing(await store.open(armed));
      if (timers > 0) this.parts.onSchedules({ tenant: parseStream(activated.subject).tenant, timers });
      const [event] = await store.open([activated]);
      if (event && this.parts.reactsTo.has(event.name)) await this.parts.bring(event, activated);
    }
  }

  private async search(now: number): Promise<void> {
    while (!this.closed && this.open.size < MOST_OPEN) {
      const { found, place } = await openedAfter(
        this.parts.database,
        this.place,
        this.parts.afterSeconds ?? FIRST_LOOK_SECONDS,
      );
      const open = await unfinished(this.parts.database, found);
      for (const interaction of open) {
        if (!this.open.has(interaction.runId))
          this.open.set(interaction.runId, { interaction, pauseSeconds: FIRST_LOOK_SECONDS, nextLook: now });
      }
      await this.bringEnds(found.filter((interaction) => !open.includes(interaction)));
      this.place = place;
      if (found.length === 0) return;
    }
  }

  /** A run that has ended needs nothing more, but its conversation may have missed that. */
  private async bringEnds(ended: readonly Interaction[]): Promise<void> {
    if (!this.decides('session', 'playbook')) return;
    for (const interaction of await unheard(this.parts.database, ended))
      await this.look(interaction).catch(this.parts.onTrouble);
  }

  private lookAgain({ interaction, pauseSeconds }: Open, now: number): Promise<void> {
    const next = {
      interaction,
      pauseSeconds: Math.min(LONGEST_PAUSE_SECONDS, pauseSeconds * 2),
      nextLook: now + pauseSeconds * 1_000,
    };
    this.open.set(interaction.runId, next);
    return this.look(interaction);
  }

  private async look(interaction: Interaction): Promise<void> {
    const { database, store } = this.parts;
    const wires = (await factsOf(database, interaction)).filter((wire) => parseType(wire.type) !== null);
    const events = await store.open(wires);
    const timers = await this.setMissing(events);
    this.parts.onFound({ runId: interaction.runId, timers });
    await Promise.allSettled(
      events.flatMap((event, index) =>
        this.parts.reactsTo.has(event.name) ? [this.parts.bring(event, wires[index]!)] : [],
      ),
    );
  }
}
