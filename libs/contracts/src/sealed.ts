import { Type, type TSchema, type Static } from 'typebox';

/**
 * Marks a property of an event's data, or of an object in it, as personal: at rest and on the broker it exists only
 * encrypted with the customer's own data key (architecture, section 3). In memory, deciders see the plain value.
 */
export const SEALED = 'x-sealed';

/** Replaces the words of a customer once their key has been destroyed. */
export const ERASED = '[erased]';

/** A sealed property and the value it reads as once the customer's key has been destroyed. */
export function Sealed<S extends TSchema>(schema: S, erased: Static<S>): S {
  return { ...schema, [SEALED]: true, 'x-erased': erased } as S;
}

interface Shape {
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly anyOf?: readonly Shape[];
  readonly [SEALED]?: boolean;
  readonly 'x-erased'?: unknown;
}

/** The sealed places of an event's data, as `property` or `object.property`, with the value each has after erasure. */
export function sealedProperties(schema: TSchema): ReadonlyMap<string, unknown> {
  return new Map(
    Object.entries((schema as Shape).properties ?? {}).flatMap(([name, property]) =>
      property[SEALED] ? [[name, property['x-erased']] as const] : within(name, property),
    ),
  );
}

const within = (name: string, { properties, anyOf = [] }: Shape): readonly (readonly [string, unknown])[] =>
  [properties ?? {}, ...anyOf.map((alternative) => alternative.properties ?? {})].flatMap((members) =>
    Object.entries(members)
      .filter(([, member]) => member[SEALED])
      .map(([member, shape]) => [`${name}.${member}`, shape['x-erased']] as const),
  );

/**
 * A sealed value in an event at rest: AES-256-GCM under the customer's data key, base64url. Where the event has
 * `sealeddata`, the value is in that cipher, and only its length stands here (0140).
 */
export const SealedValue = Type.Object({ sealed: Type.String() }, { additionalProperties: false });
export type SealedValue = Static<typeof SealedValue>;
