-- Actions, by the day on which they were asked for.
create table action_history (
  action_id     text  collate "C" not null,
  tenant        text  not null,
  run_id        text  collate "C" not null,
  step_id       text  not null,
  session_id    text,
  thread_id     text,
  plan_hash     text  collate "C",
  tool          text  not null,
  risk_class    text,
  status        text  not null,    -- requested, then the last thing that happened to it
  attempts      integer not null,
  key_hash      text,              -- SHA-256 of the idempotency key: the key itself names what the action lands on
  deed          text  collate "C", -- of one that waits for a yes: what it would do
  checks        jsonb,
  code          text,
  recovered     boolean not null,
  requested_at  timestamptz,
  dispatched_at timestamptz,
  completed_at  timestamptz,
  opened_on     date not null,
  primary key (action_id, opened_on)
) partition by range (opened_on);
-- Its settings are those of every week that is made; they are as for thread_view.
create table action_history_default partition of action_history default
  with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 2000);
create index action_history_run on action_history (run_id);
-- By these the gateway finds what waits for a yes and another conversation has done.
create index action_history_waiting on action_history (tenant, deed) where status = 'suspended';
select make_partitions('action_history', null, 4);

grant select, insert, update, truncate on action_history to arbiter_telemetry;
grant select on action_history to arbiter_action_gateway;
