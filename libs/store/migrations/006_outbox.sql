-- One row a batch: what was committed and not yet acknowledged by the broker.
-- Rows come and go by the thousand a second: an index whose dead entries are not cleared is walked through by every claim. What vacuum costs is paid
-- at once and not in pauses, as it would otherwise fall behind.
create table outbox (
  id            uuid primary key,
  app           text not null,
  streams       text[] not null,
  from_versions integer[] not null,
  to_versions   integer[] not null,
  created_at    timestamptz not null default clock_timestamp(),
  claimed_until timestamptz,
  attempt       integer not null default 1
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_cost_delay = 0,
        autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 10000);
create index outbox_age on outbox (app, created_at);

grant select, insert, update, delete on outbox to arbiter_ingress, arbiter_router, arbiter_planner, arbiter_executor, arbiter_action_gateway;
grant insert on outbox to arbiter_all;
grant select on outbox to arbiter_telemetry, arbiter_archiver;

-- A service changes its own rows: one in the wrong hands stops, delays and hides nothing of another's work.
alter table outbox enable row level security;
-- The facts of the migration job are published by ingress.
create policy arbiter_ingress_keeps on outbox to arbiter_ingress using (app in ('ingress', 'migrate'));
create policy arbiter_router_keeps on outbox to arbiter_router using (app = 'router');
create policy arbiter_planner_keeps on outbox to arbiter_planner using (app = 'planner');
create policy arbiter_executor_keeps on outbox to arbiter_executor using (app = 'executor');
create policy arbiter_action_gateway_keeps on outbox to arbiter_action_gateway using (app = 'action-gateway');
create policy arbiter_all_writes on outbox for insert to arbiter_all
  with check (app in ('ingress', 'router', 'planner', 'executor', 'action-gateway'));
create policy all_is_read on outbox for select to arbiter_telemetry, arbiter_archiver using (true);
