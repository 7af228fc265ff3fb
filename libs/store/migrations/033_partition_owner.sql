-- Who decides the streams of a partition; free when the replica that is named has no lease.
create table partition_owner (
  app       text     not null,
  partition smallint not null,
  owner     text     not null,
  primary key (app, partition)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);

grant select, insert, update on partition_owner to arbiter_ingress, arbiter_router, arbiter_planner, arbiter_executor, arbiter_action_gateway;

-- A service changes its own rows.
alter table partition_owner enable row level security;
create policy arbiter_ingress_keeps on partition_owner to arbiter_ingress using (app = 'ingress');
create policy arbiter_router_keeps on partition_owner to arbiter_router using (app = 'router');
create policy arbiter_planner_keeps on partition_owner to arbiter_planner using (app = 'planner');
create policy arbiter_executor_keeps on partition_owner to arbiter_executor using (app = 'executor');
create policy arbiter_action_gateway_keeps on partition_owner to arbiter_action_gateway using (app = 'action-gateway');
