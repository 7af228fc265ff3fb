import {
  EVENTS,
  canonicalJson,
  parseType,
  retryable,
  sealedProperties,
  terminal,
  typeOf,
  upcast,
  type EventName,
  type Recorded,
  type RecordedOf,
  type WireEvent,
} from '@arbiter/contracts';
import { Compile, type Validator } from 'typebox/compile';
import { keyIdIn, type KeyWanted, type Sealer } from '../sealing';
import { cipherIn, openData, sealData, type SealedData, type SealedPlaces } from './sealed-data';

interface Shape {
  readonly type: string;
  readonly version: number;
  readonly sealed: SealedPlaces;
  readonly check: (data: unknown) => boolean;
  readonly errors: (data: unknown) => string;
}

const SHAPES = new Map<EventName, Shape>(
  (Object.keys(EVENTS) as EventName[]).map((name) => {
    const { version, schema } = EVENTS[name];
    // Compiled at its first event: a service meets few of them, and compiling all is an eighth of its start.
    let compiled: Validator | null = null;
    const validator = (): Validator => (compiled ??= Compile(schema));
    return [
      name,
      {
        type: typeOf(name, version),
        version,
        sealed: sealedProperties(schema),
        check: (data) => validator().Check(data),
        errors: (data) =>
          validator()
            .Errors(data)
            .map((error) => `${error.instancePath || '/'} ${error.message}`)
            .join('; '),
      },
    ];
  }),
);

/**
 * The error code for an event that this release cannot read and a newer one can. The event is left for that release:
 * never read as something else, never set aside.
 */
export const NEWER_RELEASE = 'newer_release';
const LEFT_MILLISECONDS = 5_000;

/** Whether an event of this type is known to a newer release only. */
export function isOfNewerRelease(type: string): boolean {
  const parsed = parseType(type);
  return parsed !== null && parsed.version > (SHAPES.get(parsed.name as EventName)?.version ?? 0);
}

export const eventType = (name: EventName): string => SHAPES.get(name)!.type;

/**
 * Writes a fact as a CloudEvent: data in canonical JSON (RFC 8785), personal properties sealed with the customer's key.
 * The attributes that columns of its row hold come first (withoutColumns). Throws a
 * terminal error naming the property when the data does not fit the schema.
 */
export function encodeEvent(event: Recorded, sealer: Sealer): string {
  const shape = SHAPES.get(event.name)!;
  if (!shape.check(event.data)) throw terminal('invalid_fact', `${event.name}: ${shape.errors(event.data)}`);
  const head: Record<string, unknown> = {
    specversion: '1.0',
    datacontenttype: 'application/json',
    id: event.id,
    subject: event.stream,
    streamversion: event.version,
    tenantid: event.tenant,
    source: `arbiter/${event.app}`,
    type: shape.type,
    time: event.time,
    customerid: event.customerId,
    correlationid: event.correlationId,
  };
  if (event.causationId) head['causationid'] = event.causationId;
  if (event.source) {
    head['sourcestream'] = event.source.stream;
    head['sourceversion'] = event.source.version;
  }
  if (event.intentId) head['intentid'] = event.intentId;
  if (event.traceParent) head['traceparent'] = event.traceParent;
  const { data, sealeddata } = sealData(event, event.data as Record<string, unknown>, shape.sealed, sealer);
  if (sealeddata !== undefined) head['sealeddata'] = sealeddata;
  const opened = JSON.stringify(head);
  return `${opened.slice(0, -1)},"data":${canonicalJson(data)}}`;
}

/** The error for an event of a newer release: the reader leaves it to a replica that knows it. */
export const leftToNewer = (type: string): Error =>
  retryable(NEWER_RELEASE, `type ${type} is known to a newer release only`, LEFT_MILLISECONDS);

/** Reads a wire event into its current version, sealed properties opened; an erased customer's read as erased. */
export function decodeEvent(wire: WireEvent, sealer: Sealer): RecordedOf<EventName> {
  const parsed = parseType(wire.type);
  const shape = parsed && SHAPES.get(parsed.name as EventName);
  if (!parsed) throw terminal('unknown_event', `type ${wire.type} is not in the catalogue`, 'type');
  if (!shape || parsed.version > shape.version) throw leftToNewer(wire.type);
  const name = parsed.name as EventName;
  const event = {
    id: wire.id,
    name,
    app: wire.source.slice('arbiter/'.length),
    stream: wire.subject,
    version: wire.streamversion,
    time: wire.time,
    tenant: wire.tenantid,
    customerId: wire.customerid,
    correlationId: wire.correlationid,
    causationId: wire.causationid ?? null,
    source: wire.sourcestream === undefined ? null : { stream: wire.sourcestream, version: wire.sourceversion ?? 0 },
    traceParent: wire.traceparent ?? null,
    ...(wire.intentid === undefined ? {} : { intentId: wire.intentid }),
  };
  const data = openData(event, sealedDataOf(wire), shape.sealed, sealer);
  return { ...event, data: upcast(name, parsed.version, shape.version, data) } as RecordedOf<EventName>;
}

const sealedDataOf = ({ data = {}, sealeddata }: WireEvent): SealedData =>
  sealeddata === undefined ? { data } : { data, sealeddata };

/**
 * The customers whose keys must be loaded before these events can be opened, each with the key of their newest event.
 */
export function customersOf(events: readonly WireEvent[]): readonly KeyWanted[] {
  const seen = new Map<string, KeyWanted>();
  for (const event of events) {
    const name = `${event.tenantid}/${event.customerid}`;
    const keyId = keyIdOf(event) ?? seen.get(name)?.keyId;
    seen.set(name, { tenant: event.tenantid, customerId: event.customerid, ...(keyId === undefined ? {} : { keyId }) });
  }
  return [...seen.values()];
}

/** Where each type, in any of its versions, may hold sealed values: looked up for every event that is read. */
const SEALED_PLACES = new Map(
  [...SHAPES].flatMap(([name, { version, sealed }]) =>
    Array.from({ length: version }, (_, index): [string, SealedPlaces] => [typeOf(name, index + 1), sealed]),
  ),
);

/** The key that seals an event's personal values; undefined when it has none. */
function keyIdOf(wire: WireEvent): string | undefined {
  const cipher = cipherIn(wire, SEALED_PLACES.get(wire.type) ?? new Map());
  return cipher === undefined ? undefined : keyIdIn(cipher);
}
