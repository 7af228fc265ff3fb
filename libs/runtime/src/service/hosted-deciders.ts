import { parseStream, terminal, type App, type Category, type EventName, type WireEvent } from '@arbiter/contracts';
import type { EventHandlers } from '../bus';
import type { OnTrouble } from '../observability';
import type { Item, ItemTaker, ShellDefinition, Recipients } from '../shell';
import { HostedDecider } from './hosted-decider';
import type { ShellServiceParts } from './shell-service-parts';

/** What the service itself gives its deciders. */
export interface HostingService {
  readonly handlers: EventHandlers<Recipients>;
  readonly onTrouble: OnTrouble;
  readonly deadLetter: (item: Item, cause: string) => Promise<void>;
}

/**
 * The deciders of a service, each with a shell of its own.
 *
 * 1. The category of a stream, by which its name begins, says which of them decides it; there is one a category.
 * 2. They wait for one another in nothing: each has its own batches, appends and timers.
 * 3. What the service is asked as a whole holds when it holds for each decider concerned.
 */
export class HostedDeciders implements ItemTaker {
  private readonly byCategory: ReadonlyMap<Category, HostedDecider>;

  constructor(
    private readonly parts: ShellServiceParts,
    service: HostingService,
  ) {
    const { configuration, definitions } = parts;
    checkBeside(configuration.app, definitions);
    const hosting = { ...service, parts, enqueue: (stream: string, item: Item): void => this.enqueue(stream, item) };
    this.byCategory = new Map(
      definitions.map((definition) => [definition.decider.category, new HostedDecider(definition, hosting)]),
    );
  }

  /** 1. */
  enqueue(stream: string, item: Item): void {
    const decider = this.byCategory.get(parseStream(stream).category);
    if (decider) decider.enqueue(stream, item);
    else item.failed(terminal('no_decider', `${this.parts.configuration.app} has no decider for ${stream}`));
  }

  /** 3. */
  decidesAhead(streams: readonly string[]): boolean {
    return streams.every(
      (stream) => this.byCategory.get(parseStream(stream).category)?.definition.decidesAhead === true,
    );
  }

  /** 3. */
  mayWait(name: EventName, wire: Pick<WireEvent, 'data'>): boolean {
    return this.parts.definitions.every(({ mayWait }) => mayWait?.(name, wire) === true);
  }

  start(): void {
    for (const decider of this.byCategory.values()) decider.start();
  }

  async closeTimers(): Promise<void> {
    await this.closeEach((decider) => decider.closeTimers());
  }

  async closeShells(): Promise<void> {
    await this.closeEach((decider) => decider.closeShell());
  }

  async closeMemories(): Promise<void> {
    await this.closeEach((decider) => decider.closeMemory());
  }

  private async closeEach(close: (decider: HostedDecider) => Promise<void>): Promise<void> {
    await Promise.all([...this.byCategory.values()].map(close));
  }
}

/** Throws, before anything is begun, what keeps these deciders from being hosted beside each other. */
function checkBeside(app: App, definitions: readonly ShellDefinition<unknown>[]): void {
  const known = new Set<Category>();
  for (const { app: own, decider, looksUp } of definitions) {
    const { category } = decider;
    if (own !== app)
      throw terminal('foreign_decider', `${app} cannot host the decider of ${own} for ${category} streams`);
    if (known.has(category))
      throw terminal(
        'two_deciders',
        `${app} has two deciders for ${category} streams; a category has one: join them, or give one its own category`,
      );
    known.add(category);
    if (definitions.length > 1 && decider.lookups && !looksUp)
      throw terminal(
        'lookups_unnamed',
        `the decider of ${category} streams looks up streams and is not alone in ${app}: name in looksUp the events it takes`,
      );
  }
}
