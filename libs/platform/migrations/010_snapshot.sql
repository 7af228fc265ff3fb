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
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, fillfactor = 80);

grant select, insert, update on snapshot to arbiter_router, arbiter_planner, arbiter_executor, arbiter_action_gateway;
