import { subjects } from '@arbiter/contracts';
import type { Database, UiRow, OpeningDays } from '@arbiter/store';
import type { Broker, ShownLine, ShownLines } from '../bus';
import type { Screen } from './parts';

/** The UI log and the subjects it is published on. Only the executor has one (EV-05). */
export class UiScreen implements Screen {
  constructor(
    private readonly broker: Broker,
    private readonly database: Database,
    private readonly openingDays: OpeningDays,
    /** of this process; null where its service is alone */
    private readonly lines: ShownLines | null = null,
  ) {}

  async write(rows: readonly UiRow[]): Promise<void> {
    await this.database.pool.query({
      name: 'ui-write',
      text: `insert into ui_log (run_id, seq, tenant, session_id, body, opened_on)
             select run_id, seq, tenant, session_id, body, coalesce(line.opened_on, (
               select opening_day(recorded_at) from event where stream_id = 'run-' || tenant || '-' || run_id and version = 1))
             from unnest($1::text[], $2::int[], $3::text[], $4::text[], $5::text[], $6::date[]) as line (run_id, seq, tenant, session_id, body, opened_on)`,
      values: [
        rows.map((row) => row.runId),
        rows.map((row) => row.seq),
        rows.map((row) => row.tenant),
        rows.map((row) => row.sessionId),
        rows.map((row) => row.body),
        rows.map((row) => this.openingDays.of(row)),
      ],
    });
  }

  /** Over core NATS: a reader that finds a gap reads the lost lines from the log. */
  show(tenant: string, lines: readonly ShownLine[]): void {
    for (const line of lines) {
      const subject = subjects.ui(tenant, line.event.sessionId, line.event.requestId);
      this.lines?.give(subject, line);
      this.broker.connection.publish(subject, line.body);
    }
  }
}
