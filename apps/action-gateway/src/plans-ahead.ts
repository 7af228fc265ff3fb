import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Msg, Subscription } from '@nats-io/transport-node';
import { readAheadUpon, subjects } from '@arbiter/contracts';
import { BROKER, Partitions, ServiceHost, readBatch, type Broker } from '@arbiter/runtime';
import { ProvenanceReader } from '@arbiter/store';

const MOST_UNDER_WAY = 500;

/**
 * Reads a plan and its request from the log while the executor writes the first segment of it, so that the segment
 * need not wait for that. Everything is still read from the log: the message only says that there is something to read.
 *
 * 1. A replica reads ahead only while it has all of its service's work: else most plans are another one's.
 * 2. Nothing depends on it: what was not read ahead, or could not be, is read when it is needed.
 * 3. In a process of all services nothing is read ahead: what was committed there is known (RecentCommits).
 */
@Injectable()
export class PlansAhead implements OnApplicationBootstrap, OnModuleDestroy {
  private subscriptions: readonly Subscription[] = [];
  private underWay = 0;

  constructor(
    @Inject(BROKER) private readonly broker: Pick<Broker, 'connection'>,
    @Inject(ServiceHost) private readonly host: Pick<ServiceHost, 'handover'>,
    @Inject(Partitions) private readonly partitions: Pick<Partitions, 'isWhole'>,
    @Inject(ProvenanceReader) private readonly provenances: Pick<ProvenanceReader, 'readAhead'>,
  ) {}

  onApplicationBootstrap(): void {
    if (this.host.handover) return;
    const callback = (error: Error | null, message: Msg): void => (error ? undefined : this.hear(message));
    this.subscriptions = readAheadUpon('action-gateway').map((event) =>
      this.broker.connection.subscribe(subjects.directOfAnyTenant(event), { callback }),
    );
  }

  onModuleDestroy(): void {
    for (const subscription of this.subscriptions) subscription.unsubscribe();
  }

  private hear(message: Msg): void {
    if (!this.partitions.isWhole) return;
    const batch = readBatch(message, subjects.direct);
    if ('refused' in batch) return;
    for (const { subject } of batch.wires) void this.read(subject);
  }

  private async read(planStream: string): Promise<void> {
    if (this.underWay >= MOST_UNDER_WAY) return;
    this.underWay += 1;
    // 2. The error shows itself again when the plan is needed.
    await this.provenances.readAhead(planStream).catch(() => undefined);
    this.underWay -= 1;
  }
}
