-- What grows with the number of runs goes by whole partitions, a week of days each: dropping one costs nothing, deleting its rows
-- would cost as much as writing them did. A default partition takes what has none yet, so that a missing partition loses no write.
--
-- Telemetry keeps the partitions. It may do that and nothing else: these functions are the owner's, name the tables they work on, tell the
-- time by the database's clock, and drop nothing younger than a day. While one replica works on a table another leaves it alone.

-- The column by which a table is cut.
create function partition_key(parent text) returns text language plpgsql immutable as $$
begin
  case parent
    when 'ui_log', 'run_history', 'plan_history', 'action_history' then return 'opened_on';
    when 'stage' then return 'timestamp';
    when 'model_call' then return 'started_at';
  end case;
end $$;

-- Rows that are still written, whatever their age: a run or an action that has not ended.
create function living_rows(parent text) returns text language plpgsql immutable as $$
begin
  case parent
    when 'run_history', 'action_history' then return 'completed_at is null';
    when 'plan_history', 'stage', 'model_call' then return 'false';
  end case;
end $$;

-- Partitions and the days they hold, from the first to before the last; null: from the beginning. The default one is left out.
create function partitions_of(parent text) returns table (name text, first date, until date) language sql stable
  set timezone = 'UTC' set datestyle = 'ISO' set search_path = arbiter, pg_temp as $$
  select relname::text, substring(bound from 'FROM \(''(\d{4}-\d\d-\d\d)')::date, substring(bound from 'TO \(''(\d{4}-\d\d-\d\d)')::date
  from pg_inherits join pg_class on pg_class.oid = inhrelid cross join lateral pg_get_expr(relpartbound, pg_class.oid) as bound
  where inhparent = to_regclass(parent) and bound <> 'DEFAULT'
$$;

-- Makes the weeks from this one to `ahead` weeks later, and those of the last `days` whose rows went into the default partition
-- meanwhile; null: none of these. A week has the settings of the default partition. Returns how many were made.
create function make_partitions(parent text, days integer, ahead integer) returns integer language plpgsql security definer
  set timezone = 'UTC' set search_path = arbiter, pg_temp set lock_timeout = '2s' as $$
declare
  key text := partition_key(parent);
  settings text := (select coalesce('with (' || array_to_string(reloptions, ', ') || ')', '') from pg_class where oid = to_regclass(parent || '_default'));
  week date;
  name text;
  made integer := 0;
begin
  if not pg_try_advisory_xact_lock(hashtext('partitions of ' || parent)) then
    return 0;
  end if;
  for week in execute format(
    'select date_trunc(''week'', now())::date + 7 * number from generate_series(0, least(%L::int, 8)) as number
     union select distinct date_trunc(''week'', %I::timestamptz)::date from %I where %I >= %L::date', ahead, key, parent || '_default', key, current_date - days)
  loop
    continue when exists (select from partitions_of(parent) as other where coalesce(other.first, '-infinity') <= week and week < other.until);
    name := parent || to_char(week, '_YYYYMMDD');
    execute format('create table %I (like %I including defaults including constraints) %s', name, parent, settings);
    execute format('with late as (delete from %I where %I >= %L and %I < %L returning *) insert into %I select * from late',
                   parent || '_default', key, week, key, week + 7, name);
    execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, name, week, week + 7);
    made := made + 1;
  end loop;
  return made;
end $$;

-- Drops the oldest partition whose days are all more than `days` ago, or empties the default one when all of its rows are. Returns
-- which; null when there was none. What was shown of a run that has not ended keeps its week: the stream still goes on from it. Of the other tables
-- the rows that are still written move into the default partition, before their week goes.
create function drop_partition(parent text, days integer) returns text language plpgsql security definer
  set timezone = 'UTC' set search_path = arbiter, pg_temp set lock_timeout = '2s' as $$
declare
  key text := partition_key(parent);
  before date := current_date - days;
  part text;
  rest text := parent || '_default';
  is_needed boolean;
  is_over boolean;
begin
  if days < 1 then
    raise exception 'nothing younger than a day is dropped' using errcode = 'invalid_parameter_value';
  end if;
  if not pg_try_advisory_xact_lock(hashtext('partitions of ' || parent)) then
    return null;
  end if;
  for part in select partition.name from partitions_of(parent) as partition where partition.until <= before order by partition.until loop
    if parent = 'ui_log' then
      execute format('select exists (select from %1$I where created_at >= %2$L)
                      or exists (select from %1$I group by run_id having not bool_or(body like ''%%"type":"rag.done"%%''))', part, before) into is_needed;
      continue when is_needed;
    else
      execute format('alter table %I detach partition %I', parent, part);
      execute format('insert into %I select * from %I where %s', parent, part, living_rows(parent));
    end if;
    execute format('drop table %I', part);
    return part;
  end loop;
  if parent = 'ui_log' then
    execute format('select exists (select from %1$I) and not exists (select from %1$I where greatest(%2$I, created_at) >= %3$L)', rest, key, before) into is_over;
  else
    execute format('select exists (select from %1$I) and not exists (select from %1$I where %2$I >= %3$L or %4$s)', rest, key, before, living_rows(parent)) into is_over;
  end if;
  if is_over then
    execute format('truncate %I', rest);
    return rest;
  end if;
  -- Few: what moved here while it was still written, and has ended since.
  if parent <> 'ui_log' then
    execute format('delete from %1$I where ctid = any (array(select ctid from %1$I where %2$I < %3$L and not (%4$s) limit 10000))', rest, key, before, living_rows(parent));
  end if;
  return null;
end $$;

revoke execute on function make_partitions(text, integer, integer), drop_partition(text, integer) from public;
grant execute on function make_partitions(text, integer, integer), drop_partition(text, integer) to arbiter_telemetry;
