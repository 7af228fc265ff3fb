import type { App } from '@arbiter/contracts';
import { DatabaseClock, Dependencies } from '@arbiter/resilience';
import { startThrowawayStack, type ThrowawayStackOptions } from '@arbiter/stack';
import { EventStore, Outbox, clearDue } from '@arbiter/store';
import { CUSTOMER, Laboratory } from '@arbiter/store/testing/laboratory';
import { openBroker, EventHandlers, Publisher, type Broker } from '../bus';
import { Hydrator, Shell, type ShellDefinition, type StreamMemory, type Recipients } from '../shell';
import { NO_ARTIFACTS, noteDecider, type Notes } from './note-decider';

/** With the broker's access of a service, and a shell. */
export class ShellLaboratory extends Laboratory {
  readonly deadLetters: string[] = [];

  static override async open(options?: ThrowawayStackOptions): Promise<ShellLaboratory> {
    return new ShellLaboratory(await startThrowawayStack(options));
  }

  async broker(): Promise<Broker> {
    const broker = await openBroker({ url: this.stack.nats.url, name: 'laboratory', inbox: 'laboratory' });
    this.closers.push(() => broker.close());
    return broker;
  }

  /** A whole shell around a decider that takes notes; each call is one more replica. */
  async noteShell(
    overrides: Partial<ShellDefinition<Notes>> = {},
    memoryOf?: (store: EventStore, definition: ShellDefinition<Notes>) => StreamMemory<Notes>,
    handlers: EventHandlers<Recipients> = new EventHandlers(),
  ) {
    const database = this.database();
    const keyring = this.keyring(database);
    const broker = await this.broker();
    const app: App = 'router';
    const definition: ShellDefinition<Notes> = {
      app,
      decider: noteDecider as ShellDefinition<Notes>['decider'],
      effects: {},
      feeds: new Set(['turn']),
      rulesHash: 'rules',
      artifactsOf: () => 'none',
      ...overrides,
    };
    const store = new EventStore(database, keyring, app);
    const onTrouble = (error: unknown) => void this.troubles.push(error);
    const hydrator = new Hydrator({ store, database, keyring, definition, onTrouble });
    const memory = memoryOf?.(store, definition) ?? hydrator;
    const dependencies = new Dependencies();
    const shell = new Shell<Notes>({
      definition,
      handlers,
      store,
      memory,
      onTrouble,
      clock: new DatabaseClock(),
      dependencies,
      artifacts: { cached: () => NO_ARTIFACTS, load: async () => NO_ARTIFACTS, active: async () => 'none' },
      publisher: new Publisher(broker),
      outbox: new Outbox(database, app),
      metrics: {
        batch: () => undefined,
        conflict: () => undefined,
        append: () => () => undefined,
        deadLettered: () => undefined,
      },
      trace: (_name, traceParent) => ({ traceParent, end: () => undefined }),
      clearDue: (timer) => clearDue(database, timer),
      deadLetter: async (_item, cause) => void this.deadLetters.push(cause),
    });
    this.closers.push(() => shell.close());
    await keyring.create([CUSTOMER]);
    return { shell, store, database, keyring, definition, hydrator, memory, dependencies };
  }
}
