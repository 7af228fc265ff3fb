import type { EventName, Judge, JudgedView, RecordedOf, Verdict } from '@arbiter/contracts';
import type { RowFold } from '../row-model';

/** Whether the objective of a playbook held when it was looked at; a run looks once. */
export interface PlaybookVerdictRow {
  readonly run_id: string;
  readonly tenant: string;
  readonly playbook: string;
  readonly day: string;
  readonly at: string;
  readonly judged_by: Judge;
  readonly verdict: Verdict;
  readonly objects: number;
  readonly acknowledged: readonly string[];
  readonly failing: readonly string[];
  readonly odd: NonNullable<JudgedView['odd']>;
}

export const playbookVerdictFold: RowFold<PlaybookVerdictRow> = {
  table: 'playbook_verdict',
  key: ['run_id'],
  columns: {
    run_id: 'text',
    tenant: 'text',
    playbook: 'text',
    day: 'date',
    at: 'timestamptz',
    judged_by: 'text',
    verdict: 'text',
    objects: 'integer',
    acknowledged: 'jsonb',
    failing: 'jsonb',
    odd: 'jsonb',
  },
  keyOf: ({ name, data }) => (name === 'verdict.reached' ? [data.runId] : null),
  opens: () => true,
  evolve: (row, event) => (event.name === 'verdict.reached' ? rowOf(event) : row),
};

function rowOf({ tenant, data }: RecordedOf<EventName> & { name: 'verdict.reached' }): PlaybookVerdictRow {
  const { runId, playbook, day, at, by, verdict, objects, acknowledged, failing, odd = [] } = data;
  return { run_id: runId, tenant, playbook, day, at, judged_by: by, verdict, objects, acknowledged, failing, odd };
}
