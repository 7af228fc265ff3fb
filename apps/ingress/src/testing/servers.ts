import { randomBytes } from 'node:crypto';
import { openBroker, type Broker } from '@arbiter/runtime';
import { startThrowawayStack, type Stack, type ThrowawayStackOptions } from '@arbiter/stack';
import { Keyring, openDatabase, type Database } from '@arbiter/store';

/** Real Postgres and NATS with the real schema, for tests of one part of ingress. */
export class TestServers {
  readonly troubles: unknown[] = [];
  private readonly masterKey = randomBytes(32);
  private readonly closers: (() => Promise<void>)[] = [];

  private constructor(readonly stack: Stack) {}

  static async open(options?: ThrowawayStackOptions): Promise<TestServers> {
    return new TestServers(await startThrowawayStack(options));
  }

  database(): Database {
    const database = openDatabase(this.stack.postgres.url, 'test', 4);
    this.closers.push(() => database.close());
    return database;
  }

  async broker(): Promise<Broker> {
    const broker = await openBroker({ url: this.stack.nats.url, name: 'test', inbox: 'test' });
    this.closers.push(() => broker.close());
    return broker;
  }

  keyring(database: Database): Keyring {
    return new Keyring(database, [this.masterKey]);
  }

  async close(): Promise<void> {
    for (const close of this.closers.toReversed()) await close();
    await this.stack.stop();
  }
}
