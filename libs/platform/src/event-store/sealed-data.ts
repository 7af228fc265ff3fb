import type { Recorded, SealedValue } from '@arbiter/contracts';
import type { Customer, Sealer } from '../sealing';

type Data = Record<string, unknown>;

/** The places of an event's data that may hold personal values, with what each reads as after erasure. */
export type SealedPlaces = ReadonlyMap<string, unknown>;

/** An event, as far as its ciphers are bound to it. */
type Owner = Customer & Pick<Recorded, 'stream' | 'version'>;

/** A value whose cipher is that of the first sealed value beside it. */
const BESIDE: SealedValue = { sealed: '' };
/** Among the contexts of a fact's values, that of all of them. */
const ALL = '*';

/**
 * Data with its personal values sealed for their customer: together in one cipher, as an object of the values by their
 * places, which stands at the first of these; or one by one.
 */
export function sealData(owner: Owner, data: Data, places: SealedPlaces, sealer: Sealer, together: boolean): Data {
  const values = [...places.keys()].flatMap((place): [string, unknown][] => {
    const value = valueAt(data, place);
    return isEmpty(value) ? [] : [[place, value]];
  });
  const seal = (place: string, value: unknown): SealedValue => ({
    sealed: sealer.seal(owner, contextOf(owner, place), value),
  });
  const ciphers = together && values.length > 1 ? [seal(ALL, Object.fromEntries(values))] : null;
  return values.reduce(
    (sealed, [place, value], index) =>
      withValueAt(sealed, place, ciphers ? (ciphers[index] ?? BESIDE) : seal(place, value)),
    data,
  );
}

/** Data with its personal values opened; an erased customer's read as erased. */
export function openData(owner: Owner, data: Data, places: SealedPlaces, sealer: Sealer): Data {
  const sealed = [...places.keys()].flatMap((place): [string, SealedValue][] => {
    const value = valueAt(data, place);
    return isSealed(value) ? [[place, value]] : [];
  });
  const together = sealed.some(([, value]) => value.sealed === '') ? openTogether(owner, sealed, sealer) : null;
  return sealed.reduce((opened, [place, value]) => {
    const erased = places.get(place);
    if (!together) return withValueAt(opened, place, sealer.open(owner, contextOf(owner, place), value.sealed, erased));
    return withValueAt(opened, place, together.values ? together.values[place] : erased);
  }, data);
}

/** The cipher of an event's data that names the key of all of them; undefined when it has none. */
export function cipherIn(data: unknown, places: readonly (readonly string[])[]): string | undefined {
  for (const path of places) {
    let value = data;
    for (const property of path) value = (value as Data | null | undefined)?.[property];
    if (isSealed(value) && value.sealed !== '') return value.sealed;
  }
  return undefined;
}

function openTogether(
  owner: Owner,
  sealed: readonly (readonly [string, SealedValue])[],
  sealer: Sealer,
): { readonly values: Data | null } {
  const cipher = sealed.find(([, value]) => value.sealed !== '')?.[1].sealed ?? '';
  return { values: sealer.open(owner, contextOf(owner, ALL), cipher, null) as Data | null };
}

/** An empty value has nothing to hide, so it stays unsealed and costs nothing. */
const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0);

const isSealed = (value: unknown): value is SealedValue =>
  typeof value === 'object' && value !== null && typeof (value as SealedValue).sealed === 'string';

/** Binds a cipher to the one place where it may be opened. */
const contextOf = ({ stream, version }: Owner, place: string): string => `${stream}@${version}#${place}`;

/** A place is `property` or `object.property`. */
function valueAt(data: Data, place: string): unknown {
  const dot = place.indexOf('.');
  if (dot < 0) return data[place];
  return (data[place.slice(0, dot)] as Data | null | undefined)?.[place.slice(dot + 1)];
}

/** A copy with another value at a place that exists. */
function withValueAt(data: Data, place: string, value: unknown): Data {
  const dot = place.indexOf('.');
  if (dot < 0) return { ...data, [place]: value };
  const property = place.slice(0, dot);
  return { ...data, [property]: { ...(data[property] as Data), [place.slice(dot + 1)]: value } };
}
