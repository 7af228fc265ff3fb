import type { EventData, EventName, RecordedOf } from '@arbiter/contracts';
import { Projector, readModels } from '@arbiter/views';
import type { RunningIngress } from './laboratory';

/** Writes what other services would, for one customer of the shop, and has the read models follow. */
export class OtherServices {
  private readonly versions = new Map<string, number>();

  constructor(
    private readonly running: () => RunningIngress,
    private readonly customerId: string,
    /** ISO 8601 */
    private readonly at: string,
  ) {}

  async write<N extends EventName>(name: N, stream: string, data: EventData<N>): Promise<void> {
    const { store, keyring } = this.running().ingress.core;
    const owner = { tenant: 'shop', customerId: this.customerId };
    await keyring.create([owner]);
    const version = (this.versions.get(stream) ?? 0) + 1;
    this.versions.set(stream, version);
    const event = {
      id: crypto.randomUUID(),
      name,
      app: 'test',
      stream,
      version,
      time: this.at,
      ...owner,
      correlationId: 'test',
      causationId: null,
      source: null,
      traceParent: null,
      data,
    } as unknown as RecordedOf<EventName>;
    await store.append([{ stream, events: [event], decisions: [null], due: [], ui: [] }]);
  }

  async fold(): Promise<void> {
    const projector = new Projector(this.running().ingress.core.database, readModels());
    for (let round = 0; round < 100 && (await projector.round()).events > 0; round += 1);
  }
}
