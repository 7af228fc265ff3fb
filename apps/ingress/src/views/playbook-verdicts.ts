import type { PlaybookVerdictView } from '@arbiter/contracts';
import type { Database } from '@arbiter/store';

const PAGE_DAYS = 100;
const MOST_EARLIER = 100;

/** Whether the objectives of a tenant's playbooks held, day by day, as the read models last saw it. */
export class PlaybookVerdicts {
  constructor(private readonly database: Database) {}

  async list(tenant: string, playbook: string, before: string | null): Promise<readonly PlaybookVerdictView[]> {
    const { rows } = await this.database.pool.query<PlaybookVerdictView>({
      name: 'playbook-verdicts',
      text: `
        select to_char(latest.day, 'YYYY-MM-DD') as day, at, judged_by as by, run_id as "runId", verdict, objects, acknowledged, failing,
          case when odd = '[]' then null else odd end as odd, coalesce((select json_agg(look) from (
            select at, judged_by as by, run_id as "runId", verdict from playbook_verdict other
            where other.tenant = $1 and other.playbook = $2 and other.day = latest.day and other.run_id <> latest.run_id
            order by at desc limit $4) look), '[]') as earlier
        from (select distinct on (day) * from playbook_verdict where tenant = $1 and playbook = $2 and ($3::date is null or day < $3)
              order by day desc, at desc limit $5) latest
        order by latest.day desc`,
      values: [tenant, playbook, before, MOST_EARLIER, PAGE_DAYS],
    });
    return rows.map(({ odd, ...row }) => ({ ...timed(row), ...(odd && { odd }), earlier: row.earlier.map(timed) }));
  }
}

/** Writes the instant in the one form used everywhere here. */
const timed = <L extends { readonly at: string | Date }>(look: L) => ({ ...look, at: new Date(look.at).toISOString() });
