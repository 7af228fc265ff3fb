-- What all services of one process append together, each upon what another has just decided: one process holds the rights of each of
-- them anyway, and this login no others than those to append.
do $$
begin
  if not exists (select from pg_roles where rolname = 'arbiter_all') then
    create role arbiter_all nologin;
  end if;
end $$;

grant usage on schema arbiter to arbiter_all;
grant select, insert on event to arbiter_all;
grant usage on sequence event_position to arbiter_all;
grant insert on outbox to arbiter_all;
grant select, insert, update, delete on due to arbiter_all;
grant select, insert on ui_log to arbiter_all;
grant select on archived_stream to arbiter_all;
create policy arbiter_all_writes on event for insert to arbiter_all
  with check (stream_id ~ '^(turn|session|plan|run|action)-');

-- An append of several services stands as a whole or not at all.
create function require_whole_append(taken bigint, wanted integer) returns boolean language plpgsql as $$
begin
  if taken < wanted then
    raise exception 'only % of % streams could be taken', taken, wanted using errcode = 'serialization_failure';
  end if;
  return true;
end $$;
