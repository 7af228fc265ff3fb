import type { UiLine } from '@arbiter/contracts';
import type { EventStore, UiRow } from '@arbiter/store';
import type { ShownLine } from '../bus';

/** A line as it is stored, and as it is published. */
export interface ShownRow extends UiRow {
  readonly shown: ShownLine;
}

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
  { sealer }: Pick<EventStore, 'sealer'>,
): ShownRow {
  const columns = { request_id: runId, requestId: runId, projectId: tenant, sessionId, seq };
  const isEmpty = Object.keys(payload).length === 0;
  const own = JSON.stringify({
    ...rest,
    ts: now,
    customerId,
    payload: isEmpty ? {} : { sealed: sealer.seal({ tenant, customerId }, `ui:${runId}#${seq}`, payload) },
  });
  const whole = `${own.slice(0, -1)},${JSON.stringify(columns).slice(1)}`;
  const shown = { event: { ...rest, ...columns, ts: now, payload }, body: whole };
  return { runId, seq, tenant, sessionId, body: own, shown };
}
