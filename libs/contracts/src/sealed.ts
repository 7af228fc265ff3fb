import { Type, type TSchema, type Static } from 'typebox';

/**
 * Marks a top-level property of an event's data as personal: at rest and on the broker it stands only encrypted
 * with the customer's own data key (architecture, section 3). In memory, deciders see the plain value.
 */
export const SEALED = 'x-sealed';

/** A sealed property and the value it reads as once the customer's key has been destroyed. */
export function Sealed<S extends TSchema>(schema: S, erased: Static<S>): S {
  return { ...schema, [SEALED]: true, 'x-erased': erased } as S;
}

/** Names of the sealed properties of an object schema, with what each reads as after erasure. */
export function sealedProperties(schema: TSchema): ReadonlyMap<string, unknown> {
  const properties = (schema as { properties?: Record<string, Record<string, unknown>> }).properties ?? {};
  return new Map(
    Object.entries(properties)
      .filter(([, property]) => property[SEALED] === true)
      .map(([name, property]) => [name, property['x-erased']]),
  );
}

/** How a sealed value stands in an event at rest: AES-256-GCM under the customer's data key, base64url. */
export const SealedValue = Type.Object({ sealed: Type.String() }, { additionalProperties: false });
export type SealedValue = Static<typeof SealedValue>;
