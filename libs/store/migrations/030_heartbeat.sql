-- What services write to find out whether they can: one row a process. The newest of an app tells whether anybody does its work.
create table heartbeat (
  app      text not null,
  instance text not null,
  at       timestamptz not null,
  primary key (app, instance)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);

grant select, insert, update, delete on heartbeat to arbiter_ingress, arbiter_router, arbiter_planner, arbiter_executor, arbiter_action_gateway,
                                                     arbiter_provider_gateway, arbiter_telemetry;

-- A service changes its own rows.
alter table heartbeat enable row level security;
create policy arbiter_ingress_keeps on heartbeat to arbiter_ingress using (app = 'ingress');
create policy arbiter_router_keeps on heartbeat to arbiter_router using (app = 'router');
create policy arbiter_planner_keeps on heartbeat to arbiter_planner using (app = 'planner');
create policy arbiter_executor_keeps on heartbeat to arbiter_executor using (app = 'executor');
create policy arbiter_action_gateway_keeps on heartbeat to arbiter_action_gateway using (app = 'action-gateway');
create policy arbiter_provider_gateway_keeps on heartbeat to arbiter_provider_gateway using (app = 'provider-gateway');
create policy arbiter_telemetry_keeps on heartbeat to arbiter_telemetry using (app = 'telemetry');
