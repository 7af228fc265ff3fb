-- Timers; rebuildable from the events that set them.
create table due (
  stream_id     text collate "C" not null,
  key           text not null,
  category      text not null,
  due_at        timestamptz not null,
  claimed_until timestamptz,
  primary key (stream_id, key)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, fillfactor = 80);
create index due_order on due (category, due_at);
