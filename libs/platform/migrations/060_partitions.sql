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

-- Who decides the streams of a partition; free when the replica that is named has no lease.
create table partition_owner (
  app       text     not null,
  partition smallint not null,
  owner     text     not null,
  primary key (app, partition)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);

do $$
declare
  role_name text;
begin
  foreach role_name in array array['arbiter_ingress','arbiter_router','arbiter_planner','arbiter_executor','arbiter_action_gateway'] loop
    execute format('grant select, insert, update, delete on replica to %I', role_name);
    execute format('grant select, insert, update on partition_owner to %I', role_name);
  end loop;
end $$;
