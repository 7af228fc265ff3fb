import type { Mistake } from './mistake';

const TEXT = 'text: { type: string, maxLength: 1000 }';
/** A mistake in the schema of the first tool's arguments; it shows where the schema of that argument stands. */
const inTool = (what: string, schema: string, message: RegExp): Mistake => [
  what,
  'tools.yaml',
  TEXT,
  `text: ${schema}`,
  'text: {',
  message,
];
const whole = (what: string, schema: string, message: RegExp): Mistake => [
  what,
  'tools.yaml',
  TEXT,
  `text: ${schema}`,
  'args:',
  message,
];
const nested = (depth: number): string =>
  depth === 0 ? '{ type: string }' : `{ type: array, items: ${nested(depth - 1)} }`;

/** Mistakes in the JSON Schemas of artifacts: ranges without values, patterns and sizes that hold a service up. */
export const SCHEMAS: readonly Mistake[] = [
  inTool(
    'a range of lengths without any',
    '{ type: string, minLength: 9, maxLength: 3 }',
    /no value is from `minLength: 9` to `maxLength: 3`/,
  ),
  inTool(
    'a range of numbers without any',
    '{ type: number, minimum: 5, maximum: 1 }',
    /no value is from `minimum: 5` to `maximum: 1`/,
  ),
  inTool(
    'an open range of nothing',
    '{ type: number, exclusiveMinimum: 5, maximum: 5 }',
    /no value is from `exclusiveMinimum: 5`/,
  ),
  inTool(
    'a range of counts without any',
    '{ type: array, minItems: 3, maxItems: 2 }',
    /no value is from `minItems: 3`/,
  ),
  inTool(
    'a range of properties without any',
    '{ type: object, minProperties: 3, maxProperties: 2 }',
    /no value is from `minProperties: 3`/,
  ),
  inTool(
    'a value that its schema does not allow',
    '{ type: string, enum: [a, 5] }',
    /5 does not meet the schema that it stands in/,
  ),
  inTool(
    'a default that its schema does not allow',
    '{ type: string, maxLength: 2, default: abc }',
    /"abc" does not meet the schema/,
  ),
  inTool(
    'a pattern that backtracks',
    "{ type: string, pattern: '^(([a-z])+.)+[A-Z]([a-z])+$' }",
    /the pattern repeats a group/,
  ),
  inTool(
    'a pattern with too many ways',
    `{ type: string, pattern: '${'a?'.repeat(60)}b' }`,
    /the pattern may match a text in too many ways/,
  ),
  inTool(
    'a pattern of names that backtracks',
    "{ type: object, patternProperties: { '^(a+)+$': true } }",
    /the pattern repeats a group/,
  ),
  inTool(
    'a pattern deep inside that backtracks',
    "{ type: array, items: { anyOf: [{ type: string, pattern: '(x+x+)+y' }] } }",
    /the pattern repeats a group/,
  ),
  whole('a schema that leads to itself', '{ $ref: "#" }', /leads back to itself by "#"/),
  whole('a schema from elsewhere', '{ $ref: "https://example.org/schema.json" }', /leads out of the schema/),
  whole('a schema that is too deep', nested(25), /more than 20 parts deep/),
  whole(
    'a list of too many values',
    `{ enum: [${Array.from({ length: 1_001 }, (_, index) => index).join()}] }`,
    /lists more than 1000 values/,
  ),
  whole(
    'a comparison of each item with each',
    '{ type: array, uniqueItems: true, items: { type: object } }',
    /compares each item with each/,
  ),
  [
    'a required argument that there is not',
    'tools.yaml',
    'required: [text]',
    'required: [txet]',
    'args:',
    /required property "txet" is not defined/,
  ],
  [
    'a pattern of a parameter that backtracks',
    'stuck_orders/playbook.yaml',
    'olderThanDays: { type: integer,',
    "other: { type: string, pattern: '^(a+)+$' }\n    olderThanDays: { type: integer,",
    'other: {',
    /the pattern repeats a group/,
  ],
  [
    'a pattern of a template that backtracks',
    'templates.yaml',
    "orderNumber: { type: string, pattern: '^\\d{4}$' }",
    "orderNumber: { type: string, pattern: '^(\\d+)+$' }",
    "orderNumber: { type: string, pattern: '^(",
    /the pattern repeats a group/,
  ],
];
