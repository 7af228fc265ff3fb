-- Runs, by the day on which they opened.
create table run_history (
  run_id       text  collate "C" not null,
  tenant       text  not null,
  session_id   text  collate "C" not null,
  thread_id    text,
  channel      text  not null,
  message_id   text,
  intent_id    text,
  template     text,
  plan_hash    text,
  artifacts    text  not null,
  status       text  not null,     -- running, suspended, cancelling; then as rag.done has it: ok, cancelled, error
  code         text,
  header       jsonb not null,     -- {steps: [{stepId, title, status, error?, startedAt?, endedAt?}]}
  question     jsonb,              -- {key, expectedType}: what the reply asks
  fallback     boolean not null,
  started_at   timestamptz not null,
  completed_at timestamptz,
  opened_on    date not null,
  primary key (run_id, opened_on)
) partition by range (opened_on);
-- Its settings are those of every week that is made; they are as for thread_view.
create table run_history_default partition of run_history default
  with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 2000);
select make_partitions('run_history', null, 4);

grant select, insert, update, truncate on run_history to arbiter_telemetry;
grant select on run_history to arbiter_ingress;
