import type { RecordedOf } from '@arbiter/contracts';
import { settlementTampering } from '@arbiter/domain';
import type { EventStore } from '@arbiter/store';

/** A person is told what became of an action, so it must be in the log: what only came over the broker is set aside. */
export async function settlementRefusal(
  event: RecordedOf<'action.settlement_received'>,
  store: EventStore,
): Promise<string | null> {
  const { stream, version } = event;
  const stored = await store.read([{ stream, after: version - 1 }], 1);
  return settlementTampering(event, stored.get(stream)?.[0] ?? null);
}
