-- What each service may do stands in the file of each table, and is nothing more than it needs. Logins are made by the deployment and join one of
-- these roles, which outlive the database: another one on the same server has them already.
do $$
declare
  role_name text;
begin
  foreach role_name in array array['arbiter_service','arbiter_ingress','arbiter_router','arbiter_planner','arbiter_executor',
                                   'arbiter_action_gateway','arbiter_provider_gateway','arbiter_telemetry','arbiter_all','arbiter_archiver'] loop
    if not exists (select from pg_roles where rolname = role_name) then
      execute format('create role %I nologin', role_name);
    end if;
  end loop;
  -- Whoever owns the log archives it, by taking on this role for the two statements that need it.
  execute format('grant arbiter_archiver to %I', current_user);
end $$;

-- What every service may do.
grant usage on schema arbiter to arbiter_service;
grant arbiter_service to arbiter_ingress, arbiter_router, arbiter_planner, arbiter_executor, arbiter_action_gateway,
                         arbiter_provider_gateway, arbiter_telemetry;

-- What all services of one process append together, each upon what another has just decided: one process holds the rights of each of
-- them anyway, and this login no others than those to append.
grant usage on schema arbiter to arbiter_all;

-- The archive takes streams that have ended out of the log.
grant usage on schema arbiter to arbiter_archiver;

-- A service waits until its migrations are applied.
grant select on kysely_migration to arbiter_ingress, arbiter_router, arbiter_planner, arbiter_executor, arbiter_action_gateway,
                                    arbiter_provider_gateway, arbiter_telemetry;
