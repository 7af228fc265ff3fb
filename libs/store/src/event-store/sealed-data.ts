import { valueAt, type Recorded, type SealedValue } from '@arbiter/contracts';
import { sealedElsewhere, type Customer, type Sealer } from '../sealing';

type Data = Record<string, unknown>;

/** The places of an event's data that may hold personal values, with what each reads as after erasure. */
export type SealedPlaces = ReadonlyMap<string, unknown>;

/** An event, as far as its ciphers are bound to it. */
type Owner = Customer & Pick<Recorded, 'stream' | 'version'>;

/** Among the contexts of a fact's values, that of all of them. */
const ALL = '*';

/** An event's data with its personal values sealed, and the one cipher of all of them where they have one. */
export interface SealedData {
  readonly data: Data;
  readonly sealeddata?: string;
}

/**
 * Seals the personal values of an event for their customer: one in its place, several of them in one cipher, as an
 * object of the values by their places. A place whose value is in the one cipher says how long
 * it is.
 */
export function sealData(owner: Owner, data: Data, places: SealedPlaces, sealer: Sealer): SealedData {
  const values = [...places.keys()].flatMap((place): [string, unknown][] => {
    const value = valueAt(data, pathOf(place));
    return isEmpty(value) ? [] : [[place, value]];
  });
  if (values.length < 2)
    return { data: replaced(data, values, (value, place) => sealer.seal(owner, contextOf(owner, place), value)) };
  return {
    data: replaced(data, values, sealedElsewhere),
    sealeddata: sealer.seal(owner, contextOf(owner, ALL), Object.fromEntries(values)),
  };
}

const replaced = (
  data: Data,
  values: readonly (readonly [string, unknown])[],
  sealedOf: (value: unknown, place: string) => string,
): Data =>
  values.reduce((sealed, [place, value]) => withValueAt(sealed, place, { sealed: sealedOf(value, place) }), data);

/** Data with its personal values opened; an erased customer's read as erased. */
export function openData(owner: Owner, { data, sealeddata }: SealedData, places: SealedPlaces, sealer: Sealer): Data {
  const together =
    sealeddata === undefined ? null : (sealer.open(owner, contextOf(owner, ALL), sealeddata, null) as Data | null);
  return [...places].reduce((opened, [place, erased]) => {
    const value = valueAt(data, pathOf(place));
    if (!isSealed(value)) return opened;
    const plain = together ? together[place] : sealer.open(owner, contextOf(owner, place), value.sealed, erased);
    return withValueAt(opened, place, plain);
  }, data);
}

/** The cipher of an event that names the key of all of them; undefined when it has none. */
export function cipherIn(
  { data, sealeddata }: { readonly data?: Data | undefined; readonly sealeddata?: string | undefined },
  places: SealedPlaces,
): string | undefined {
  if (sealeddata !== undefined) return sealeddata;
  for (const place of places.keys()) {
    const value = valueAt(data, pathOf(place));
    if (isSealed(value)) return value.sealed;
  }
  return undefined;
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
const pathOf = (place: string): readonly string[] => place.split('.');

/** A copy with another value at a place that exists. */
function withValueAt(data: Data, place: string, value: unknown): Data {
  const [property = '', member] = pathOf(place);
  return { ...data, [property]: member === undefined ? value : { ...(data[property] as Data), [member]: value } };
}
