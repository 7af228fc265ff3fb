-- Folded states of long streams, so that a cold start reads the end of a stream and not all of it. May be emptied at any
-- time. The body is sealed with the customer's key: it holds what was said.
create table snapshot (
  stream_id   text    collate "C" primary key,
  version     integer not null check (version > 0),
  fold        text    not null,  -- names the rules and event versions it was folded with; under any other it is no use
  tenant      text    not null,
  customer_id text    not null,
  body        text    not null,
  created_at  timestamptz not null default now()
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

grant select, insert, update on snapshot to arbiter_router, arbiter_planner, arbiter_executor, arbiter_action_gateway;
grant select, delete on snapshot to arbiter_archiver;

-- No service can put a state into the mouth of another's stream.
alter table snapshot enable row level security;
create policy arbiter_ingress_keeps on snapshot to arbiter_ingress
  using (starts_with(stream_id, 'turn-')) with check (starts_with(stream_id, 'turn-'));
create policy arbiter_router_keeps on snapshot to arbiter_router
  using (starts_with(stream_id, 'session-')) with check (starts_with(stream_id, 'session-'));
create policy arbiter_planner_keeps on snapshot to arbiter_planner
  using (starts_with(stream_id, 'plan-')) with check (starts_with(stream_id, 'plan-'));
create policy arbiter_executor_keeps on snapshot to arbiter_executor
  using (starts_with(stream_id, 'run-')) with check (starts_with(stream_id, 'run-'));
create policy arbiter_action_gateway_keeps on snapshot to arbiter_action_gateway
  using (starts_with(stream_id, 'action-')) with check (starts_with(stream_id, 'action-'));
