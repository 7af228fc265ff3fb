-- How far each service has published its facts again for the broker's life, from the newest to the oldest.
create table republication (
  app            text primary key,
  life           text not null,
  since          xid8 not null,
  transaction_id xid8 not null,
  position       bigint not null,
  facts          bigint not null default 0,
  holder         text,
  leased_until   timestamptz not null default '-infinity',
  ended_at       timestamptz
);

grant select, insert, update on republication to arbiter_ingress, arbiter_router, arbiter_planner, arbiter_executor, arbiter_action_gateway;
grant select on republication to arbiter_telemetry;

-- A service changes its own row.
alter table republication enable row level security;
create policy arbiter_ingress_keeps on republication to arbiter_ingress using (app = 'ingress');
create policy arbiter_router_keeps on republication to arbiter_router using (app = 'router');
create policy arbiter_planner_keeps on republication to arbiter_planner using (app = 'planner');
create policy arbiter_executor_keeps on republication to arbiter_executor using (app = 'executor');
create policy arbiter_action_gateway_keeps on republication to arbiter_action_gateway using (app = 'action-gateway');
create policy all_is_read on republication for select to arbiter_telemetry using (true);
