-- What one service, telemetry, knows of the broker that it keeps for all.
create table broker (
  only_row     boolean primary key default true check (only_row),
  life         text,          -- stands in every stream's description too; another one there means that its data was lost
  holder       text,          -- the replica that keeps the broker now
  leased_until timestamptz not null default '-infinity',
  consumed     xid8 not null  -- every fact of a transaction below this one was taken by all who wait for it
);
insert into broker (consumed) values (pg_snapshot_xmin(pg_current_snapshot()));

-- How far each stream was seen to be filled: one that is shorter, or has another message there, is not the one it was.
create table broker_stream (stream text primary key, sequence bigint not null, message_time text not null);

-- Every durable there ever was. One that is missing begins behind what it had surely consumed, a new one where it was deployed.
create table broker_durable (
  stream text, durable text,
  since  timestamptz not null default clock_timestamp(),
  floor  bigint,  -- acknowledged up to here, in the broker's present life
  primary key (stream, durable)
);

grant select, update on broker to arbiter_telemetry;
grant select on broker to arbiter_ingress, arbiter_router, arbiter_planner, arbiter_executor, arbiter_action_gateway;
grant select, insert, update, delete on broker_stream to arbiter_telemetry;
grant select, insert, update on broker_durable to arbiter_telemetry;
