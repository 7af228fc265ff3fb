-- Timers; rebuildable from the events that set them. Vacuumed as outbox is, and for the same reason.
create table due (
  stream_id     text collate "C" not null,
  key           text not null,
  category      text not null,
  due_at        timestamptz not null,
  claimed_until timestamptz,
  primary key (stream_id, key)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_cost_delay = 0,
        autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 10000);
create index due_order on due (category, due_at);

grant select, insert, update, delete on due to arbiter_ingress, arbiter_router, arbiter_planner, arbiter_executor, arbiter_action_gateway, arbiter_all;
grant select on due to arbiter_telemetry, arbiter_archiver;

-- A service changes its own timers.
alter table due enable row level security;
create policy arbiter_ingress_keeps on due to arbiter_ingress using (stream_id ~ '^(turn|link)-')
  with check (stream_id ~ '^(turn|link)-' and category = split_part(stream_id, '-', 1));
create policy arbiter_router_keeps on due to arbiter_router using (stream_id ~ '^session-')
  with check (stream_id ~ '^session-' and category = split_part(stream_id, '-', 1));
create policy arbiter_planner_keeps on due to arbiter_planner using (stream_id ~ '^plan-')
  with check (stream_id ~ '^plan-' and category = split_part(stream_id, '-', 1));
create policy arbiter_executor_keeps on due to arbiter_executor using (stream_id ~ '^run-')
  with check (stream_id ~ '^run-' and category = split_part(stream_id, '-', 1));
create policy arbiter_action_gateway_keeps on due to arbiter_action_gateway using (stream_id ~ '^action-')
  with check (stream_id ~ '^action-' and category = split_part(stream_id, '-', 1));
-- A process of all services appends for each of them.
create policy arbiter_all_keeps on due to arbiter_all using (stream_id ~ '^(turn|session|plan|run|action)-')
  with check (stream_id ~ '^(turn|session|plan|run|action)-' and category = split_part(stream_id, '-', 1));
create policy all_is_read on due for select to arbiter_telemetry, arbiter_archiver using (true);
