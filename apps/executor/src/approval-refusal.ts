import { requestStreamOf, type RecordedOf } from '@arbiter/contracts';
import { approvalTampering, runStream } from '@arbiter/domain';
import type { EventStore } from '@arbiter/store';

/**
 * CP-11: an approval lets a run go on, so it must stand in the log, in the conversation that the run belongs to; any
 * other is set aside.
 */
export async function approvalRefusal(
  event: RecordedOf<'approval.given'>,
  store: Pick<EventStore, 'read'>,
): Promise<string | null> {
  const { stream, version, tenant, data } = event;
  const run = runStream(tenant, data.runId);
  const found = await store.read(
    [
      { stream, after: version - 1 },
      { stream: run, after: 0 },
    ],
    1,
  );
  const opened = found.get(run)?.[0];
  const conversation =
    opened?.name === 'run.opened' ? requestStreamOf(tenant, opened.data.sessionId, opened.customerId) : null;
  return approvalTampering(event, found.get(stream)?.[0] ?? null, conversation);
}
