-- What services write to find out whether they can: one row a process. The newest of an app tells whether anybody does its work.
create table heartbeat (
  app      text not null,
  instance text not null,
  at       timestamptz not null,
  primary key (app, instance)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);

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

do $$
declare
  role_name text;
begin
  foreach role_name in array array['arbiter_ingress','arbiter_router','arbiter_planner','arbiter_executor','arbiter_action_gateway',
                                   'arbiter_provider_gateway','arbiter_telemetry'] loop
    execute format('grant select, insert, update, delete on heartbeat to %I', role_name);
    execute format('grant select on kysely_migration to %I', role_name);
  end loop;
  foreach role_name in array array['arbiter_ingress','arbiter_router','arbiter_planner','arbiter_executor','arbiter_action_gateway'] loop
    execute format('grant select, insert, update, delete on failed_delivery to %I', role_name);
  end loop;
end $$;
