-- What one service, telemetry, knows of the broker that it keeps for all.
create table broker (
  only_row     boolean primary key default true check (only_row),
  life         text,          -- stands in every stream's description too; another one there means that its data was lost
  holder       text,          -- the replica that keeps the broker now
  leased_until timestamptz not null default '-infinity',
  consumed     xid8 not null  -- every fact of a transaction below this one was taken by all who wait for it
);
insert into broker (consumed) select coalesce(
  (select transaction_id from event where recorded_at > now() - interval '1 hour' order by transaction_id limit 1),
  pg_snapshot_xmin(pg_current_snapshot()));

-- How far each stream was seen to be filled: one that is shorter, or has another message there, is not the one it was.
create table broker_stream (stream text primary key, sequence bigint not null, message_time text not null);

-- Every durable there ever was. One that is missing begins behind what it had surely consumed, a new one where it was deployed.
create table broker_durable (
  stream text, durable text,
  since  timestamptz not null default clock_timestamp(),
  floor  bigint,  -- acknowledged up to here, in the broker's present life
  primary key (stream, durable)
);

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

grant select, update on broker to arbiter_telemetry;
grant select, insert, update, delete on broker_stream to arbiter_telemetry;
grant select, insert, update on broker_durable to arbiter_telemetry;
grant select on republication to arbiter_telemetry;

do $$
declare
  role_name text;
begin
  foreach role_name in array array['arbiter_ingress','arbiter_router','arbiter_planner','arbiter_executor','arbiter_action_gateway'] loop
    execute format('grant select on broker to %I', role_name);
    execute format('grant select, insert, update on republication to %I', role_name);
  end loop;
end $$;
