-- What each service may do, and nothing more. Logins are made by the deployment and join one of these.
do $$
declare
  role_name text;
begin
  foreach role_name in array array['arbiter_service','arbiter_ingress','arbiter_router','arbiter_planner','arbiter_executor',
                                   'arbiter_action_gateway','arbiter_provider_gateway','arbiter_telemetry'] loop
    if not exists (select from pg_roles where rolname = role_name) then
      execute format('create role %I nologin', role_name);
    end if;
  end loop;
end $$;

grant usage on schema arbiter to arbiter_service;
grant select on artifact, customer_key, generation to arbiter_service;
grant arbiter_service to arbiter_ingress, arbiter_router, arbiter_planner, arbiter_executor, arbiter_action_gateway,
                         arbiter_provider_gateway, arbiter_telemetry;

do $$
declare
  role_name text;
begin
  foreach role_name in array array['arbiter_ingress','arbiter_router','arbiter_planner','arbiter_executor','arbiter_action_gateway'] loop
    execute format('grant select, insert on event to %I', role_name);
    execute format('grant usage on sequence event_position to %I', role_name);
    execute format('grant select, insert, update, delete on outbox, due to %I', role_name);
    execute format('grant select, insert, update on broker_life to %I', role_name);
  end loop;
end $$;

grant insert on customer_key to arbiter_ingress;
grant select on ui_log to arbiter_ingress;
grant select, insert on ui_log to arbiter_executor;
grant delete on ui_log to arbiter_telemetry;
grant select on ui_log, event, outbox, due to arbiter_telemetry;
