import type { EventName, RecordedOf, WireEvent } from '@arbiter/contracts';
import { decodeEvent, encodeEvent, REDACTING, type Sealer } from '@arbiter/store';

/** Seals like the keyring does, in form and length, with nothing inside. */
const SEALING: Sealer = {
  load: async () => undefined,
  seal: (_customer, _context, value) =>
    `key.${Buffer.alloc(28 + Buffer.byteLength(JSON.stringify(value))).toString('base64url')}`,
  open: (_customer, _context, _sealed, erased) => erased,
};

/** Facts as a read model gets them from the log. */
export const asRead = (events: readonly RecordedOf<EventName>[]): readonly RecordedOf<EventName>[] =>
  events.map((event) => decodeEvent(JSON.parse(encodeEvent(event, SEALING)) as WireEvent, REDACTING));
