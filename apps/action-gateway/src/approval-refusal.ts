import type { RecordedOf } from '@arbiter/contracts';
import { approvalTampering } from '@arbiter/domain';
import type { EventStore, ProvenanceReader } from '@arbiter/store';

/** An approval permits an action, so it must be in the log: one that only came over the broker is set aside. */
export async function approvalRefusal(
  event: RecordedOf<'approval.given'>,
  store: EventStore,
  provenances: ProvenanceReader,
): Promise<string | null> {
  const {
    stream,
    version,
    tenant,
    data: { runId },
  } = event;
  const [stored, provenance] = await Promise.all([
    store.read([{ stream, after: version - 1 }], 1),
    provenances.read(tenant, { runId, stepIds: [] }),
  ]);
  return approvalTampering(event, stored.get(stream)?.[0] ?? null, provenance?.request.stream ?? null);
}
