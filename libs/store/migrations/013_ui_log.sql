-- What was shown, in order. All lines of a run carry the day on which the run opened, as the log recorded it, whoever writes them and whenever: so
-- (run_id, seq) stays unique, and fences two executors off each other, although the key of a partitioned table holds the day.
create table ui_log (
  run_id     text collate "C" not null,
  seq        integer not null check (seq > 0),
  tenant     text not null,
  session_id text not null,
  body       text not null,
  created_at timestamptz not null default clock_timestamp(),
  opened_on  date not null,
  primary key (run_id, seq, opened_on)
) partition by range (opened_on);
create table ui_log_default partition of ui_log default;
create index ui_log_age on ui_log using brin (created_at);
-- The runs of a session, by their first line, for whoever follows a whole conversation.
create index ui_log_session on ui_log (tenant, session_id, created_at) where seq = 1;
select make_partitions('ui_log', null, 4);

create function opening_day(opened_at timestamptz) returns date language sql immutable parallel safe as $$
  select (opened_at at time zone 'UTC')::date
$$;

grant select on ui_log to arbiter_ingress, arbiter_telemetry;
grant select, insert on ui_log to arbiter_executor, arbiter_all;
