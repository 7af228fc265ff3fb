-- What was shown, in order. Prunable. The key fences two executors off each other.
create table ui_log (
  run_id     text collate "C" not null,
  seq        integer not null check (seq > 0),
  tenant     text not null,
  session_id text not null,
  body       text not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (run_id, seq)
);
create index ui_log_age on ui_log using brin (created_at);
