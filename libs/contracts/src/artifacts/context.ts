import { Type, type Static } from 'typebox';
import { Closed, OneOf } from '../vocabulary';

/** CX-04: the kinds of personal data that are distinguished. */
export const DATA_CLASSES = [
  'email',
  'phone',
  'card',
  'iban',
  'ssn',
  'national_id',
  'ip_address',
  'mac_address',
  'wallet',
  'person',
  'address',
] as const;
export const DataClass = OneOf(DATA_CLASSES);
export type DataClass = (typeof DATA_CLASSES)[number];

/** The treatment of a value before a model sees it: it stays as it is, a token replaces it, or it is left out. */
export const TREATMENTS = ['pass', 'token', 'drop'] as const;
export const Treatment = OneOf(TREATMENTS);
export type Treatment = (typeof TREATMENTS)[number];

/**
 * The keyword by which a JSON Schema of an argument or a result names the class of a text, with its definition for
 * schema compilers.
 */
export const PERSONAL = 'x-personal';
export const PERSONAL_KEYWORD = { keyword: PERSONAL, metaSchema: { enum: [...DATA_CLASSES] } };

/**
 * CP-11: the role of a tool's argument: it decides where something goes, for how much, or about whom or what. No
 * untrusted text may fill it.
 */
export const ARGUMENT_ROLES = ['address', 'amount', 'identity'] as const;
export type ArgumentRole = (typeof ARGUMENT_ROLES)[number];

/** The keyword by which a JSON Schema of an argument names its role, with its definition for schema compilers. */
export const ROLE = 'x-role';
export const ROLE_KEYWORD = { keyword: ROLE, metaSchema: { enum: [...ARGUMENT_ROLES] } };

const DataClassPolicy = Type.Object(
  Object.fromEntries(DATA_CLASSES.map((name) => [name, Type.Optional(Treatment)])) as Record<
    DataClass,
    ReturnType<typeof Type.Optional<typeof Treatment>>
  >,
  { additionalProperties: false },
);

/** CX-01, CX-02: the data that a model may see. */
export const ContextDefinition = Closed({
  results: Type.Optional(
    Type.Record(Type.String(), Type.Array(Type.String(), { minItems: 1, maxItems: 12 }), {
      description:
        'by tool, the fields of its results that prose may speak of beside the sentence itself, as `items.quantity`; of any other tool none',
    }),
  ),
  personal: Type.Optional(DataClassPolicy),
});
export type ContextDefinition = Static<typeof ContextDefinition>;

/** Every class that a tenant does not mention is replaced by a token. */
export const treatmentsOf = (context?: ContextDefinition): Readonly<Record<DataClass, Treatment>> =>
  Object.fromEntries(DATA_CLASSES.map((name) => [name, context?.personal?.[name] ?? 'token'])) as Record<
    DataClass,
    Treatment
  >;
