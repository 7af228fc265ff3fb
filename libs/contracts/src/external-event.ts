import { Type, type Static } from 'typebox';

const text = (maxLength: number, description: string) => Type.String({ minLength: 1, maxLength, description });
const optional = (pattern: string, description: string) =>
  Type.Optional(Type.Union([Type.String({ pattern, maxLength: 2_048 }), Type.Null()], { description }));

/** RFC 3339: a day, a time with seconds, and an offset. */
const TIME =
  '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])[Tt]([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(\\.\\d{1,9})?([Zz]|[+-]([01]\\d|2[0-3]):[0-5]\\d)$';

/**
 * CloudEvents 1.0, JSON format: an event from outside. Its content is a third party's data and decides nothing; its
 * type may begin a playbook. Attributes of extensions are allowed beside these. Descriptions complete the sentence "…
 * must be".
 */
export const ExternalEvent = Type.Object({
  specversion: Type.Literal('1.0', { description: 'the text 1.0' }),
  id: text(255, 'a text of 1 to 255 characters: which event it is, among those of its source'),
  source: text(2_048, 'a URI reference of 1 to 2048 characters: where it happened'),
  type: text(255, 'a text of 1 to 255 characters: what happened'),
  subject: optional('.', 'a text that is not empty'),
  time: optional(TIME, 'an RFC 3339 time with seconds and an offset, such as 2026-07-02T09:00:00Z'),
  datacontenttype: optional('^[^/\\s;]+/[^/\\s;]+(\\s*;.*)?$', 'a media type, such as application/json'),
  dataschema: optional('^[A-Za-z][A-Za-z0-9+.-]*:\\S+$', 'an absolute URI'),
  data: Type.Optional(Type.Unknown()),
  data_base64: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9+/]*={0,2}$', description: 'base64' })),
});
export type ExternalEvent = Static<typeof ExternalEvent>;

/** An attribute of an extension: its name, and its allowed values. */
export const EXTENSION_NAME = /^[a-z0-9]+$/;
export const ExtensionValue = Type.Union([Type.String(), Type.Boolean(), Type.Integer(), Type.Null()], {
  description: 'a text, true or false, or a whole number',
});
