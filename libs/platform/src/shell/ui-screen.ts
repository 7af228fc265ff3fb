import { subjects } from '@arbiter/contracts';
import type { Broker } from '../bus/broker';
import type { Database } from '../event-store/database';
import type { UiRow } from '../event-store/event-store';
import type { Screen } from './parts';

/** The UI log and the subjects it is published on. Only the executor has one (EV-05). */
export class UiScreen implements Screen {
  constructor(private readonly broker: Broker, private readonly database: Database) {}

  async write(rows: readonly UiRow[]): Promise<void> {
    await this.database.pool.query({
      name: 'ui-write',
      text: `insert into ui_log (run_id, seq, tenant, session_id, body)
             select * from unnest($1::text[], $2::int[], $3::text[], $4::text[], $5::text[])`,
      values: [rows.map((row) => row.runId), rows.map((row) => row.seq), rows.map((row) => row.tenant), rows.map((row) => row.sessionId), rows.map((row) => row.body)],
    });
  }

  /** Over core NATS: what is lost on the way is read from the log by whoever finds the gap. */
  show(tenant: string, rows: readonly UiRow[]): void {
    for (const row of rows) this.broker.connection.publish(subjects.ui(tenant, row.sessionId, row.runId), row.body);
  }
}
