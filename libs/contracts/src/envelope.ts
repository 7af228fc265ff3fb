import { Type, type Static } from 'typebox';
import type { EventData, EventName } from './events';
import { Closed, Instant, Values } from './vocabulary';

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
  /** CL-10: the intent of the interaction, once code has settled it */
  readonly intentId?: string;
  readonly data: EventData<N>;
}

export type RecordedOf<N extends EventName> = { [K in N]: Recorded<K> }[N];

export interface StreamPosition {
  readonly stream: string;
  readonly version: number;
}

/**
 * CloudEvents 1.0 at rest and on the broker; extension names are lower-case letters and digits only. A fact over 64 KB
 * travels with `dataref` in place of `data`.
 */
export const WireEvent = Closed({
  specversion: Type.Literal('1.0'),
  id: Type.String({ minLength: 1, description: 'the event id; a UUIDv7, so ids sort by time' }),
  source: Type.String({ pattern: '^arbiter/[a-z-]+$', description: 'the service that wrote it' }),
  type: Type.String({ pattern: '^arbiter\\.[a-z_]+\\.[a-z_]+\\.v[0-9]+$', description: 'name and schema version' }),
  subject: Type.String({ minLength: 1, description: 'the stream it stands in' }),
  time: Instant,
  datacontenttype: Type.Literal('application/json'),
  streamversion: Type.Integer({ minimum: 1, description: 'its place in the stream' }),
  tenantid: Type.String(),
  customerid: Type.String(),
  correlationid: Type.String({ description: 'the run it belongs to' }),
  causationid: Type.Optional(Type.String({ description: 'the event that caused it' })),
  sourcestream: Type.Optional(Type.String({ description: 'the stream that caused it' })),
  sourceversion: Type.Optional(Type.Integer({ minimum: 1 })),
  intentid: Type.Optional(Type.String({ description: 'the intent of its interaction, once it is settled (CL-10)' })),
  traceparent: Type.Optional(Type.String({ description: 'W3C trace context' })),
  sealeddata: Type.Optional(
    Type.String({ description: 'the personal values of `data` in one cipher, an object by their places (0140)' }),
  ),
  data: Type.Optional(Values),
  dataref: Type.Optional(Type.String({ description: '<stream>@<version>: read it from the log' })),
});
export type WireEvent = Static<typeof WireEvent>;

export const typeOf = (name: EventName, version: number): string => `arbiter.${name}.v${version}`;

/** `arbiter.turn.routed.v1` → its name and schema version, or null when it is not one of ours. */
export function parseType(type: string): { name: string; version: number } | null {
  const match = /^arbiter\.([a-z_]+\.[a-z_]+)\.v(\d+)$/.exec(type);
  return match ? { name: match[1]!, version: Number(match[2]) } : null;
}
