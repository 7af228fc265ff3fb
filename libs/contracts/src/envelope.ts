import type { EventData, EventName } from './events';

/** A fact as it was recorded: CloudEvents 1.0 attributes under the names the code uses. */
export interface Recorded<N extends EventName = EventName> {
  readonly id: string;
  readonly name: N;
  readonly app: string;
  readonly stream: string;
  readonly version: number;
  readonly time: string;
  readonly tenant: string;
  readonly customerId: string;
  /** the run this belongs to */
  readonly correlationId: string;
  readonly causationId: string | null;
  /** the stream and version that caused it */
  readonly source: StreamPosition | null;
  readonly traceParent: string | null;
  readonly data: EventData<N>;
}

export type RecordedOf<N extends EventName> = { [K in N]: Recorded<K> }[N];

export interface StreamPosition {
  readonly stream: string;
  readonly version: number;
}

/** CloudEvents attribute names on the wire; extension names are lower-case letters and digits only. */
export interface WireEvent {
  readonly specversion: '1.0';
  readonly id: string;
  readonly source: string;
  readonly type: string;
  readonly subject: string;
  readonly time: string;
  readonly datacontenttype: 'application/json';
  readonly streamversion: number;
  readonly tenantid: string;
  readonly customerid: string;
  readonly correlationid: string;
  readonly causationid?: string;
  readonly sourcestream?: string;
  readonly sourceversion?: number;
  readonly traceparent?: string;
  readonly data?: Record<string, unknown>;
  readonly dataref?: string;
}

export const typeOf = (name: EventName, version: number): string => `arbiter.${name}.v${version}`;

/** `arbiter.turn.routed.v1` → its name and schema version, or null when it is not one of ours. */
export function parseType(type: string): { name: string; version: number } | null {
  const match = /^arbiter\.([a-z_]+\.[a-z_]+)\.v(\d+)$/.exec(type);
  return match ? { name: match[1]!, version: Number(match[2]) } : null;
}
