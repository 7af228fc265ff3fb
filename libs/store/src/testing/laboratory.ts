import { randomBytes } from 'node:crypto';
import type { RecordedOf } from '@arbiter/contracts';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { startThrowawayStack, type Stack, type ThrowawayStackOptions } from '@arbiter/stack';
import { openDatabase, type Database } from '../database';
import { Keyring } from '../sealing';

const MASTER_KEY = randomBytes(32);

/** Real Postgres and NATS with the real schema, for tests of one part at a time. */
export class Laboratory {
  readonly troubles: unknown[] = [];
  protected readonly closers: (() => Promise<void>)[] = [];

  protected constructor(readonly stack: Stack) {}

  static async open(options?: ThrowawayStackOptions): Promise<Laboratory> {
    return new Laboratory(await startThrowawayStack(options));
  }

  database(connections = 4): Database {
    const database = openDatabase(this.stack.postgres.url, 'laboratory', connections);
    this.closers.push(() => database.close());
    return database;
  }

  /** to the broker, with all rights */
  async connection(): Promise<NatsConnection> {
    const connection = await connect({ servers: this.stack.nats.url, inboxPrefix: '_INBOX_laboratory' });
    this.closers.push(() => connection.close());
    return connection;
  }

  keyring(database: Database): Keyring {
    return new Keyring(database, [MASTER_KEY]);
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
