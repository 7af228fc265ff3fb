import type { UiLine } from '@arbiter/contracts';
import type { ShownLine } from '../bus';
import type { UiRow } from '../event-store';
import type { Sealer } from '../sealing';

/** A line as it is stored, and as the person reads it. */
export type ShownRow = UiRow & ShownLine;

/** Where a line stands: it is the `seq`-th of its run. `now`: ISO 8601, UTC. */
interface LinePlace {
  readonly tenant: string;
  readonly customerId: string;
  readonly sessionId: string;
  readonly runId: string;
  readonly seq: number;
  readonly now: string;
}

/** The row of a line, with its payload sealed for its customer. */
export function uiRowOf(
  { payload, ...rest }: UiLine,
  { tenant, customerId, sessionId, runId, seq, now }: LinePlace,
  sealer: Sealer,
): ShownRow {
  const event = { ...rest, request_id: runId, requestId: runId, projectId: tenant, sessionId, seq, ts: now };
  const isEmpty = Object.keys(payload).length === 0;
  const body = JSON.stringify({
    ...event,
    customerId,
    payload: isEmpty ? {} : { sealed: sealer.seal({ tenant, customerId }, `ui:${runId}#${seq}`, payload) },
  });
  return { runId, seq, tenant, sessionId, body, event: { ...event, payload } };
}
