-- A read model is made again in tables of its own, beside those that people go on reading, and takes their place in one transaction.
-- Telemetry may do that and nothing else: these functions are the owner's and know the tables they work on.
create function read_model_tables() returns text[] language sql immutable as $$
  select array['thread_view', 'session_view', 'session_memory', 'stage', 'run_history', 'plan_history', 'action_history', 'playbook_run',
               'playbook_verdict', 'approval', 'unknown_outcome']
$$;

create function settings_of(name text) returns text language sql stable set search_path = arbiter, pg_temp as $$
  select 'with (' || array_to_string(reloptions, ', ') || ')' from pg_class where oid = to_regclass(name)
$$;

-- Makes `<name>_next`, empty: the same columns, indexes, weeks, settings and rights. One that was begun before is dropped.
create function make_next(name text) returns void language plpgsql security definer
  set timezone = 'UTC' set search_path = arbiter, pg_temp set lock_timeout = '2s' as $$
declare
  made text := name || '_next';
  table_kind "char" := (select relkind from pg_class where oid = to_regclass(name));
  part record;
begin
  if name <> all (read_model_tables()) then
    raise exception '% is no table of a read model', name using errcode = 'invalid_parameter_value';
  end if;
  perform pg_advisory_xact_lock(hashtext('partitions of ' || name));
  execute format('drop table if exists %I', made);
  execute format('create table %I (like %I including all) %s %s', made, name,
                 case when table_kind = 'p' then 'partition by ' || pg_get_partkeydef(to_regclass(name)) end, settings_of(name));
  for part in select relname, pg_get_expr(relpartbound, pg_class.oid) as bound from pg_inherits join pg_class on pg_class.oid = inhrelid where inhparent = to_regclass(name) loop
    execute format('create table %I partition of %I %s %s', made || substr(part.relname, length(name) + 1), made, part.bound, settings_of(part.relname));
  end loop;
  for part in select grantee::regrole as grantee, privilege_type from pg_class cross join lateral aclexplode(relacl) where oid = to_regclass(name) and grantee <> 0 loop
    execute format('grant %s on %I to %s', part.privilege_type, made, part.grantee);
  end loop;
end $$;

-- Puts `<name>_next` in the place of `<name>`. Waits for readers of these tables for a moment only, as others wait behind it.
create function put_next(names text[]) returns void language plpgsql security definer
  set search_path = arbiter, pg_temp set lock_timeout = '20ms' as $$
declare
  name text;
  part text;
begin
  foreach name in array names loop
    if name <> all (read_model_tables()) then
      raise exception '% is no table of a read model', name using errcode = 'invalid_parameter_value';
    end if;
    perform pg_advisory_xact_lock(hashtext('partitions of ' || name));
    execute format('lock table %I in access exclusive mode', name);
  end loop;
  foreach name in array names loop
    execute format('drop table %I', name);
    execute format('alter table %I rename to %I', name || '_next', name);
    for part in select relname from pg_inherits join pg_class on pg_class.oid = inhrelid where inhparent = to_regclass(name) loop
      execute format('alter table %I rename to %I', part, name || substr(part, length(name || '_next') + 1));
    end loop;
  end loop;
end $$;

revoke execute on function make_next(text), put_next(text[]) from public;
grant execute on function make_next(text), put_next(text[]) to arbiter_telemetry;
