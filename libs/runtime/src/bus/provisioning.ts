import type { ConsumerInfo, StreamInfo } from '@nats-io/jetstream';
import type { BrokerStream } from '@arbiter/contracts';
import type { Broker } from './broker';
import type { BrokerRecord } from './broker-record';
import { ensureDurable, ensureStream, type DurableStart } from './provision';
import { STREAMS, durablesFor } from './topology';

export interface ProvisioningParts {
  readonly broker: Broker;
  readonly replicas: number;
  readonly megabytes: number;
  readonly onTrouble: (error: unknown) => void;
}

/** The broker's streams and the consumers of its durables, as a round has left them. */
export interface Provided {
  readonly streams: ReadonlyMap<BrokerStream, StreamInfo>;
  readonly consumers: readonly ConsumerInfo[];
}

/** Makes the broker's streams and durables, and changes those that this release wants otherwise. */
export class Provisioning {
  private starts: ReadonlyMap<string, DurableStart> = new Map();
  /** problems already reported, each once for as long as it lasts */
  private complaints = new Set<string>();

  constructor(
    private readonly parts: ProvisioningParts,
    private readonly record: Pick<BrokerRecord, 'tenants' | 'starts'>,
  ) {}

  /** Streams first, then their durables: the state read of a durable is never older than that of its stream. */
  async provide(life: string, deadLetterDays: number | null, anew = false): Promise<Provided> {
    const complaints = new Set<string>();
    const { manager } = this.parts.broker;
    const streams = new Map<BrokerStream, StreamInfo>();
    for (const name of STREAMS) {
      const ensured = ensureStream(manager, name, {
        life,
        replicas: this.parts.replicas,
        megabytes: this.parts.megabytes,
        deadLetterDays,
      });
      streams.set(
        name,
        await ensured.catch((error: unknown) => this.survive(error, complaints, manager.streams.info(name))),
      );
    }
    const consumers = await this.provideDurables(anew, complaints);
    this.complaints = complaints;
    return { streams, consumers };
  }

  private async provideDurables(anew: boolean, complaints: Set<string>): Promise<readonly ConsumerInfo[]> {
    const durables = durablesFor(await this.record.tenants());
    if (durables.length !== this.starts.size) this.starts = await this.record.starts(durables);
    const standing = await this.consumers();
    const found = new Map(standing.map((consumer) => [consumer.name, consumer]));
    if (durables.some(({ name }) => !found.has(name))) this.starts = await this.record.starts(durables);
    for (const durable of durables) {
      const { since, floor } = this.starts.get(durable.name)!;
      const ensured = ensureDurable(this.parts.broker.manager, durable, found.get(durable.name), {
        since,
        floor: anew ? null : floor,
      });
      await ensured.catch((error: unknown) => this.survive(error, complaints));
    }
    const working = new Set(durables.filter(({ kind }) => kind === 'work').map(({ name }) => name));
    return standing.filter(({ name }) => working.has(name));
  }

  async consumers(): Promise<readonly ConsumerInfo[]> {
    const all: ConsumerInfo[] = [];
    for (const stream of STREAMS)
      for await (const consumer of this.parts.broker.manager.consumers.list(stream)) all.push(consumer);
    return all;
  }

  /** A change that the broker refuses is reported once, and the round goes on. */
  private survive<T>(error: unknown, complaints: Set<string>, otherwise?: T): T {
    const message = error instanceof Error ? error.message : String(error);
    complaints.add(message);
    if (!this.complaints.has(message)) this.parts.onTrouble(error);
    return otherwise as T;
  }
}
