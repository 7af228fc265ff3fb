import {
  EVENTS,
  parseStream,
  streamOf,
  type Category,
  type EventData,
  type EventName,
  type RecordedOf,
} from '@arbiter/contracts';

/** Facts for tests, numbered by stream, a second apart, of tenant `shop` and customer C-1. */
export class History {
  readonly events: RecordedOf<EventName>[] = [];
  private readonly versions = new Map<string, number>();
  private readonly intents = new Map<string, string>();

  constructor(
    readonly tenant = 'shop',
    private readonly customerId = 'C-1',
  ) {}

  add<N extends EventName>(
    name: N,
    key: string,
    data: EventData<N>,
    envelope: {
      readonly time?: string;
      readonly app?: string;
      readonly category?: Category;
      readonly traceParent?: string;
    } = {},
  ): this {
    const stream = streamOf(envelope.category ?? EVENTS[name].categories[0], this.tenant, key);
    const version = (this.versions.get(stream) ?? 0) + 1;
    this.versions.set(stream, version);
    const about = data as {
      requestId?: string;
      runId?: string;
      intentId?: string | null;
      plan?: { intentId: string | null };
    };
    const correlationId = about.requestId ?? about.runId ?? parseStream(stream).key;
    const intentId = about.intentId ?? about.plan?.intentId ?? this.intents.get(correlationId);
    if (intentId !== undefined) this.intents.set(correlationId, intentId);
    this.events.push({
      id: crypto.randomUUID(),
      name,
      app: envelope.app ?? 'test',
      stream,
      version,
      time: envelope.time ?? this.nextTime(),
      tenant: this.tenant,
      customerId: this.customerId,
      correlationId,
      ...(intentId === undefined ? {} : { intentId }),
      causationId: null,
      source: null,
      traceParent: envelope.traceParent ?? null,
      data,
    } as unknown as RecordedOf<EventName>);
    return this;
  }

  private nextTime(): string {
    return new Date(Date.UTC(2026, 2, 2, 10, 0, this.events.length)).toISOString();
  }
}
