import { parseStream } from '@arbiter/contracts';
import type { Keyring, Customer } from '@arbiter/store';
import type { Entry } from './entry';
import type { SnapshotRow, StreamPage } from './snapshot-table';

/** The part of an entry that is stored: all that its facts made of it. The UI log itself counts the lines shown. */
interface Body<State> {
  readonly state: State;
  readonly cursors: readonly (readonly [string, number])[];
  readonly traceParent: string | null;
  readonly intentId?: string | null;
}

export const customerOf = (stream: string, customerId: string): Customer => ({
  tenant: parseStream(stream).tenant,
  customerId,
});

/** Binds a snapshot to its one stream and version. */
const contextOf = (stream: string, version: number): string => `${stream}@${version}#snapshot`;

/**
 * The entry as it is stored; null when its customer's key was replaced or is gone: an erased value must not be sealed
 * again.
 */
export function closeSnapshot(
  stream: string,
  entry: Entry<unknown>,
  fold: string,
  keyring: Keyring,
): SnapshotRow | null {
  const { version, customerId, state, cursors, traceParent, intentId, keyId } = entry;
  const customer = customerOf(stream, customerId);
  if (keyId === null || keyring.keyIdOf(customer) !== keyId) return null;
  const body: Body<unknown> = { state, cursors: [...cursors], traceParent, intentId };
  return { stream, version, fold, ...customer, body: keyring.seal(customer, contextOf(stream, version), body) };
}

/** The entry of a snapshot; null once its key is gone. Throws when it was not sealed for this place. */
export function openSnapshot<State>(
  stream: string,
  { version, customerId, body }: NonNullable<StreamPage['snapshot']>,
  keyring: Keyring,
): Entry<State> | null {
  const customer = customerOf(stream, customerId);
  const opened = keyring.open(customer, contextOf(stream, version), body, null) as Body<State> | null;
  if (opened === null) return null;
  const { state, cursors, traceParent, intentId = null } = opened;
  return {
    state,
    version,
    cursors: new Map(cursors),
    customerId,
    traceParent,
    intentId,
    uiSeq: 0,
    snapshotAt: version,
    sizedAt: 0,
    keyId: keyring.keyIdOf(customer),
  };
}
