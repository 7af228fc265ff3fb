-- What the stage `received` says of its session. It goes when the chat is no longer listed.
create table session_memory (
  tenant            text  collate "C" not null,
  session_id        text  collate "C" not null,
  history_count     integer not null,
  params_keys       jsonb not null,
  waiting_for_param text,
  waiting_thread    text,
  last_at           timestamptz not null default now(),
  primary key (tenant, session_id)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 2000);

grant select, insert, update, truncate on session_memory to arbiter_telemetry;
