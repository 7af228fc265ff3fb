import type { TraceEvent, TraceView } from '@arbiter/contracts';
import type { Database } from '@arbiter/store';
import type { ShownPeriod } from './shown-period';

export const MOST_TRACE_EVENTS = 1_000;

/** What telemetry has folded of the agents of runs (TL-09, TL-10). */
export class Traces {
  constructor(
    private readonly database: Database,
    private readonly period: ShownPeriod,
  ) {}

  /** In the order of the log, as far back as the tenant keeps it; empty where the run has no agent. */
  async of(tenant: string, requestId: string): Promise<TraceView> {
    const since = await this.period.beginsAt(tenant, 'stagesDays');
    const { rows } = await this.database.pool.query<TraceEvent>({
      name: 'trace-of-run',
      text: `select to_char(ts at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ts, tenant, trace_id as "traceId",
             request_id as "requestId", session_id as "sessionId", step_id as "stepId", phase_index as "phaseIndex",
             cycle_index as "cycleIndex", type, details
             from trace_event where tenant = $1 and request_id = $2 and ts >= $3 order by sequence limit $4`,
      values: [tenant, requestId, since, MOST_TRACE_EVENTS + 1],
    });
    return { requestId, events: rows.slice(0, MOST_TRACE_EVENTS), more: rows.length > MOST_TRACE_EVENTS };
  }
}
