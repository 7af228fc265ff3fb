-- One row a batch: what was committed and not yet acknowledged by the broker.
create table outbox (
  id            uuid primary key,
  app           text not null,
  streams       text[] not null,
  from_versions integer[] not null,
  to_versions   integer[] not null,
  created_at    timestamptz not null default clock_timestamp(),
  claimed_until timestamptz,
  attempt       integer not null default 1
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, fillfactor = 80);
create index outbox_age on outbox (app, created_at);

-- Which life of the broker's streams each app last published into.
create table broker_life (app text primary key, life text not null);
