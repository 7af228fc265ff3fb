-- Facts and UI lines are written without what columns of their row hold, and the personal values of a fact in one cipher, once log_format says so.
-- Releases before this one cannot read that. So a log that has begun is written as before, until the migration job is told `--compact`.
create table log_format (
  only_row boolean primary key default true check (only_row),
  compact  boolean not null
);
insert into log_format (compact) select not exists (select from event);

do $$
declare
  role_name name;
begin
  foreach role_name in array array['arbiter_ingress', 'arbiter_router', 'arbiter_planner', 'arbiter_executor', 'arbiter_action_gateway',
                                   'arbiter_provider_gateway', 'arbiter_telemetry'] loop
    execute format('grant select on log_format to %I', role_name);
  end loop;
end $$;

-- The CloudEvent of a fact, whichever way it is stored.
create function whole_envelope(event) returns text language sql stable as $$
  select case when starts_with($1.envelope, '{"source":') then
    '{"specversion":"1.0","datacontenttype":"application/json","id":"' || $1.id || '","subject":' || to_json($1.stream_id) ||
    ',"streamversion":' || $1.version || ',"tenantid":"' || split_part($1.stream_id, '-', 2) || '",' || substr($1.envelope, 2)
  else $1.envelope end
$$;
