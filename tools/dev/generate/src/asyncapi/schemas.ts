import {
  AskMessage,
  EVENTS,
  FrameMessage,
  InboundCancel,
  InboundMessage,
  OutboundMessage,
  SealedValue,
  UiEvent,
  WireEvent,
  sealedProperties,
  typeOf,
  type EventName,
} from '@arbiter/contracts';
import type { TSchema } from 'typebox';

type Schema = Record<string, unknown>;

export const reference = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
const plain = (schema: TSchema): Schema => JSON.parse(JSON.stringify(schema)) as Schema;

/** Schemas that several messages share. */
export const SHARED_SCHEMAS: Readonly<Record<string, Schema>> = {
  Envelope: plain(WireEvent),
  Sealed: {
    description:
      'a personal value, encrypted with the data key of its customer; nothing is to hide in an empty one. Where the event has `sealeddata`, it is in that cipher, and `sealed` holds its length in bytes of JSON behind a dot',
    anyOf: [
      plain(SealedValue),
      { type: 'null' },
      { type: 'string', maxLength: 0 },
      { type: 'object', maxProperties: 0 },
      { type: 'array', maxItems: 0 },
    ],
  },
  InboundMessage: plain(InboundMessage),
  InboundCancel: plain(InboundCancel),
  OutboundMessage: plain(OutboundMessage),
  UiEvent: plain(UiEvent),
  Ask: plain(AskMessage),
  Frame: plain(FrameMessage),
};

/** An event's data on the broker: personal values are sealed, and `x-plain` describes the opened value. */
export function dataSchema(name: EventName): Schema {
  const { schema, sentence } = EVENTS[name];
  const { properties, ...rest } = plain(schema) as { properties: Record<string, Schema> } & Schema;
  return { description: sentence, ...rest, properties: withSealed(properties, '', sealedProperties(schema)) };
}

function withSealed(
  properties: Record<string, Schema>,
  within: string,
  sealed: ReadonlyMap<string, unknown>,
): Record<string, Schema> {
  return Object.fromEntries(
    Object.entries(properties).map(([property, definition]) => [
      property,
      stored(definition, `${within}${property}`, sealed),
    ]),
  );
}

function stored(definition: Schema, place: string, sealed: ReadonlyMap<string, unknown>): Schema {
  if (sealed.has(place)) {
    const { 'x-sealed': _, 'x-erased': erased, ...opened } = definition;
    return { allOf: [reference('Sealed')], 'x-plain': opened, 'x-erased': erased };
  }
  if (place.includes('.')) return unmarked(definition);
  const { properties, anyOf } = definition as { properties?: Record<string, Schema>; anyOf?: Schema[] };
  if (properties) return { ...definition, properties: withSealed(properties, `${place}.`, sealed) };
  return anyOf ? { ...definition, anyOf: anyOf.map((alternative) => stored(alternative, place, sealed)) } : definition;
}

/** A schema whose values are not sealed here, whatever its marks say elsewhere. */
const unmarked = (definition: Schema): Schema =>
  JSON.parse(
    JSON.stringify(definition, (key, value: unknown) => (key === 'x-sealed' || key === 'x-erased' ? undefined : value)),
  ) as Schema;

/** A batch of one kind of event, one message of the broker. */
export function batchSchema(name: EventName): Schema {
  return {
    type: 'array',
    minItems: 1,
    items: {
      allOf: [
        reference('Envelope'),
        {
          type: 'object',
          properties: { type: { const: typeOf(name, EVENTS[name].version) }, data: reference(`${name}.data`) },
        },
        {
          oneOf: [
            { type: 'object', required: ['data'] },
            { type: 'object', required: ['dataref'] },
          ],
        },
      ],
    },
  };
}
