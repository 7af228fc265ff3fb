-- The processes of a service that stand side by side. Each row is a lease: who lets it lapse holds no partition any more. `load` is the share of a
-- core that its thread took lately, `busy` the share of the time in which its event loop had something to do; null until they are known. `is_behind`
-- stands once it met what only a newer release can read.
create table replica (
  app       text    not null,
  name      text    not null,
  host      text    not null,
  load      real,
  busy      real,
  is_behind boolean not null,
  until     timestamptz not null,
  primary key (app, name)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);

grant select, insert, update, delete on replica to arbiter_ingress, arbiter_router, arbiter_planner, arbiter_executor, arbiter_action_gateway;

-- A service changes its own rows.
alter table replica enable row level security;
create policy arbiter_ingress_keeps on replica to arbiter_ingress using (app = 'ingress');
create policy arbiter_router_keeps on replica to arbiter_router using (app = 'router');
create policy arbiter_planner_keeps on replica to arbiter_planner using (app = 'planner');
create policy arbiter_executor_keeps on replica to arbiter_executor using (app = 'executor');
create policy arbiter_action_gateway_keeps on replica to arbiter_action_gateway using (app = 'action-gateway');
