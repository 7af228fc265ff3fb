-- Plans, by the day on which they were decided upon.
create table plan_history (
  run_id           text  collate "C" not null,
  tenant           text  not null,
  plan_hash        text  collate "C",  -- null: what was asked for did not compile
  session_id       text  not null,
  thread_id        text,
  intent_id        text,
  template         text,
  template_version text,
  steps            jsonb not null,     -- [{id, type, title, tool, dependsOn, optional}]
  fallback         boolean not null,
  rejection        text,
  decided_at       timestamptz not null,
  opened_on        date not null,
  primary key (run_id, opened_on)
) partition by range (opened_on);
create table plan_history_default partition of plan_history default;
select make_partitions('plan_history', null, 4);

grant select, insert, update, truncate on plan_history to arbiter_telemetry;
