import { randomBytes } from 'node:crypto';
import type { App, RecordedOf } from '@arbiter/contracts';
import { startThrowawayStack, type Stack, type ThrowawayStackOptions } from '@arbiter/stack';
import { openBroker, EventHandlers, Publisher, type Broker } from '../bus';
import { openDatabase, type Database } from '../database';
import { DatabaseClock, Dependencies } from '../dependencies';
import { EventStore, Outbox, clearDue } from '../event-store';
import { Keyring } from '../sealing';
import { Hydrator, Shell, type ShellDefinition, type StreamMemory, type Wake } from '../shell';
import { NO_ARTIFACTS, noteDecider, type Notes } from './note-decider';

const MASTER_KEY = randomBytes(32);

/** Real Postgres and NATS with the real schema, for tests of one part at a time. */
export class Laboratory {
  readonly deadLetters: string[] = [];
  readonly troubles: unknown[] = [];
  private readonly closers: (() => Promise<void>)[] = [];

  private constructor(readonly stack: Stack) {}

  static async open(options?: ThrowawayStackOptions): Promise<Laboratory> {
    return new Laboratory(await startThrowawayStack(options));
  }

  database(connections = 4): Database {
    const database = openDatabase(this.stack.postgres.url, 'laboratory', connections);
    this.closers.push(() => database.close());
    return database;
  }

  async broker(): Promise<Broker> {
    const broker = await openBroker({ url: this.stack.nats.url, name: 'laboratory', inbox: 'laboratory' });
    this.closers.push(() => broker.close());
    return broker;
  }

  keyring(database: Database): Keyring {
    return new Keyring(database, [MASTER_KEY]);
  }

  /** A whole shell around a decider that takes notes; each call is one more replica. */
  async noteShell(
    overrides: Partial<ShellDefinition<Notes>> = {},
    memoryOf?: (store: EventStore, definition: ShellDefinition<Notes>) => StreamMemory<Notes>,
    handlers: EventHandlers<Wake> = new EventHandlers(),
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

  async close(): Promise<void> {
    for (const close of this.closers.toReversed()) await close();
    await this.stack.stop();
  }
}

export const CUSTOMER = { tenant: 'shop', customerId: 'C-1' };

/** A fact as it would have come from ingress. */
export function submitted(stream: string, version: number, requestId: string): RecordedOf<'run.submitted'> {
  return {
    id: crypto.randomUUID(),
    name: 'run.submitted',
    app: 'ingress',
    stream,
    version,
    time: '2026-01-01T00:00:00.000Z',
    tenant: 'shop',
    customerId: 'C-1',
    correlationId: requestId,
    causationId: null,
    source: null,
    traceParent: null,
    data: {
      requestId,
      sessionId: 's',
      customerId: 'C-1',
      channel: 'api',
      template: 'echo',
      args: { text: 'hello' },
      payloadHash: 'h',
      receivedAt: '2026-01-01T00:00:00.000Z',
    },
  } as RecordedOf<'run.submitted'>;
}
