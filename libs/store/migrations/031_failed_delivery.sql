-- Messages that failed after they were decoded, or came again and again without ever ending: what is set aside is counted here,
-- for the broker counts the deliveries of an outage as well.
create table failed_delivery (
  durable  text    not null,
  sequence bigint  not null,
  attempts integer not null,
  cause    text    not null,
  at       timestamptz not null default now(),
  primary key (durable, sequence)
) with (fillfactor = 50);

grant select, insert, update, delete on failed_delivery to arbiter_ingress, arbiter_router, arbiter_planner, arbiter_executor, arbiter_action_gateway;

-- A service changes the rows of its own durables.
alter table failed_delivery enable row level security;
create policy arbiter_ingress_keeps on failed_delivery to arbiter_ingress using (starts_with(durable, 'ingress-'));
create policy arbiter_router_keeps on failed_delivery to arbiter_router using (starts_with(durable, 'router-'));
create policy arbiter_planner_keeps on failed_delivery to arbiter_planner using (starts_with(durable, 'planner-'));
create policy arbiter_executor_keeps on failed_delivery to arbiter_executor using (starts_with(durable, 'executor-'));
create policy arbiter_action_gateway_keeps on failed_delivery to arbiter_action_gateway using (starts_with(durable, 'action-gateway-'));
