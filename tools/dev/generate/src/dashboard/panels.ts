/** One line of a panel: its query and how it is named. `$__rate_interval` is filled in by Grafana. */
export interface Line {
  readonly query: string;
  readonly legend: string;
}

export interface PanelPlan {
  readonly title: string;
  readonly description: string;
  readonly unit: string;
  readonly lines: readonly Line[];
  readonly kind?: 'number' | 'graph';
}

const rate = (metric: string, by: string): string => `sum by (${by}) (rate(${metric}[$__rate_interval]))`;
const quantile = (share: number, metric: string, by = ''): string =>
  `histogram_quantile(${share}, sum by (le${by ? `, ${by}` : ''}) (rate(${metric}_bucket[$__rate_interval])))`;
const spread = (metric: string): readonly Line[] => [
  { query: quantile(0.5, metric), legend: 'p50' },
  { query: quantile(0.99, metric), legend: 'p99' },
];

export interface Row {
  readonly title: string;
  readonly panels: readonly PanelPlan[];
}

/** The panels, from what people notice down to the machine. Every metric here is exported: a test compares. */
export const ROWS: readonly Row[] = [
  {
    title: 'Runs',
    panels: [
      {
        title: 'Ready',
        description: 'Processes that take work.',
        unit: 'none',
        kind: 'number',
        lines: [{ query: 'sum by (app) (arbiter_ready)', legend: '{{app}}' }],
      },
      {
        title: 'Runs by status',
        description: 'Runs that ended.',
        unit: 'ops',
        lines: [{ query: rate('arbiter_runs_total', 'status'), legend: '{{status}}' }],
      },
      {
        title: 'Run duration',
        description: 'From the opening of a run to its end.',
        unit: 's',
        lines: spread('arbiter_run_seconds'),
      },
      {
        title: 'Live streams',
        description: 'Clients that follow a run.',
        unit: 'none',
        lines: [{ query: 'sum(arbiter_ui_clients)', legend: 'clients' }],
      },
      {
        title: 'Stages',
        description: 'How many turns reach each of the eight stages.',
        unit: 'ops',
        lines: [{ query: rate('arbiter_stage_total', 'stage'), legend: '{{stage}}' }],
      },
    ],
  },
  {
    title: 'Actions and models',
    panels: [
      {
        title: 'Actions by status',
        description: 'Unknown means that a person must look.',
        unit: 'ops',
        lines: [{ query: rate('arbiter_actions_total', 'status'), legend: '{{status}}' }],
      },
      {
        title: 'Actions by tool',
        description: 'What the gateway settled, by tool.',
        unit: 'ops',
        lines: [{ query: rate('arbiter_actions_total', 'tool'), legend: '{{tool}}' }],
      },
      {
        title: 'Wait for a vendor p99',
        description:
          'How long a call waits for its permit: the rate, a place, Retry-After, or a vendor that does not answer.',
        unit: 's',
        lines: [{ query: quantile(0.99, 'arbiter_vendor_wait_seconds', 'app'), legend: '{{app}}' }],
      },
      {
        title: 'Vendors not called',
        description:
          'Times in an hour that a vendor said Retry-After, or failed so often in a row that it was left alone.',
        unit: 'none',
        lines: [
          {
            query: 'sum by (account, cause) (increase(arbiter_vendor_stops_total[1h]))',
            legend: '{{account}} {{cause}}',
          },
        ],
      },
      {
        title: 'Model calls',
        description: 'Calls of model providers, by how they ended.',
        unit: 'ops',
        lines: [{ query: rate('arbiter_model_calls_total', 'provider, outcome'), legend: '{{provider}} {{outcome}}' }],
      },
      {
        title: 'Model call p99',
        description: 'How long a call takes.',
        unit: 's',
        lines: [{ query: quantile(0.99, 'arbiter_model_call_seconds', 'provider'), legend: '{{provider}}' }],
      },
      {
        title: 'Model tokens',
        description:
          'Tokens that providers say they took, or our own count of an answer that was stopped; by run and step they stand in table model_call.',
        unit: 'short',
        lines: [
          {
            query: rate('arbiter_model_tokens_total', 'provider, direction'),
            legend: '{{provider}} {{direction}}',
          },
        ],
      },
      {
        title: 'Model cost',
        description: 'US dollars a second, by purpose and provider; a call that its budget refused cost nothing.',
        unit: 'currencyUSD',
        lines: [
          { query: rate('arbiter_model_cost_dollars_total', 'purpose, provider'), legend: '{{purpose}} {{provider}}' },
        ],
      },
      {
        title: 'Model calls refused',
        description:
          'Calls that were not made, in an hour: no budget, or a plan that stands already or was not requested.',
        unit: 'none',
        lines: [
          {
            query: 'sum by (purpose, reason) (increase(arbiter_model_calls_refused_total[1h]))',
            legend: '{{purpose}} {{reason}}',
          },
        ],
      },
      {
        title: 'Plans of playbooks',
        description: 'Runs that found their plan under its key, and plans that were drawn up, in an hour.',
        unit: 'none',
        lines: [
          {
            query:
              'sum by (type) (increase(arbiter_events_total{type=~"plan[.](cache_hit|drawn_up|draft_failed)"}[1h]))',
            legend: '{{type}}',
          },
        ],
      },
    ],
  },
  {
    title: 'Event store and broker',
    panels: [
      {
        title: 'Events',
        description: 'Facts, by type.',
        unit: 'ops',
        lines: [{ query: rate('arbiter_events_total', 'type'), legend: '{{type}}' }],
      },
      {
        title: 'Append duration',
        description: 'One append statement, commit included.',
        unit: 's',
        lines: spread('arbiter_append_seconds'),
      },
      {
        title: 'Streams a batch',
        description: 'One when idle, hundreds under load.',
        unit: 'none',
        lines: spread('arbiter_batch_streams'),
      },
      {
        title: 'Conflicts',
        description: 'Streams on which another writer was faster.',
        unit: 'ops',
        lines: [{ query: rate('arbiter_stream_conflicts_total', 'app'), legend: '{{app}}' }],
      },
      {
        title: 'Partitions that have an owner',
        description: 'Of the 16 of each service; less for the moment after a replica died.',
        unit: 'none',
        lines: [{ query: 'sum by (app) (arbiter_partitions_held)', legend: '{{app}}' }],
      },
      {
        title: 'Projection lag',
        description: 'Age of the oldest fact that a read model has not taken in.',
        unit: 's',
        lines: [{ query: 'max by (model) (arbiter_projection_lag_seconds)', legend: '{{model}}' }],
      },
      {
        title: 'Let go',
        description: 'Partitions that were dropped and rows that were deleted after their period, in a day.',
        unit: 'none',
        lines: [
          { query: 'sum by (table) (increase(arbiter_partitions_dropped_total[1d]))', legend: '{{table}} partitions' },
          { query: 'sum by (table) (increase(arbiter_expired_rows_total[1d]))', legend: '{{table}} rows' },
        ],
      },
    ],
  },
  {
    title: 'Trouble',
    panels: [
      {
        title: 'Dead letters',
        description: 'Messages set aside in the last hour; each wants a person.',
        unit: 'none',
        lines: [
          { query: 'sum by (app, handler) (increase(arbiter_dead_letters_total[1h]))', legend: '{{app}} {{handler}}' },
        ],
      },
      {
        title: 'Troubles survived',
        description: 'Failures that were retried or worked around.',
        unit: 'ops',
        lines: [{ query: rate('arbiter_troubles_total', 'app'), legend: '{{app}}' }],
      },
      {
        title: 'Facts published again',
        description: 'Since the broker lost its data, from the newest fact back to what was surely consumed.',
        unit: 'none',
        lines: [{ query: 'max by (app) (arbiter_republished_facts)', legend: '{{app}}' }],
      },
      {
        title: 'Event loop utilization',
        description: 'How busy the busiest process is; near 100 % a service wants another replica.',
        unit: 'percentunit',
        lines: [{ query: 'max by (app) (arbiter_event_loop_utilization)', legend: '{{app}}' }],
      },
      {
        title: 'Memory',
        description: 'Resident memory of each process.',
        unit: 'bytes',
        lines: [{ query: 'sum by (app, instance) (process_resident_memory_bytes)', legend: '{{app}} {{instance}}' }],
      },
    ],
  },
];
