-- Runs, plans and actions go by whole weeks as well, by the day on which they opened. The tables of before stay for the telemetry of before,
-- which writes them by a key without a day: either keeps its own, with a checkpoint of its own.
create table run_history (like run_view, opened_on date not null) partition by range (opened_on);
create table plan_history (like plan_view, opened_on date not null) partition by range (opened_on);
create table action_history (like action_log, opened_on date not null) partition by range (opened_on);

-- The default partition's settings are those of every week that is made.
create table run_history_default partition of run_history default with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 2000);
create table plan_history_default partition of plan_history default;
create table action_history_default partition of action_history default with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 2000);

alter table run_history add primary key (run_id, opened_on);
alter table plan_history add primary key (run_id, opened_on);
alter table action_history add primary key (action_id, opened_on);
create index action_history_run on action_history (run_id);
grant select, insert, update, truncate on run_history, plan_history, action_history to arbiter_telemetry;
grant select on run_history to arbiter_ingress;

create or replace function partition_key(parent text) returns text language plpgsql immutable as $$
begin
  case parent
    when 'ui_log', 'run_history', 'plan_history', 'action_history' then return 'opened_on';
    when 'stage' then return 'timestamp';
  end case;
end $$;

-- As in 017; a week is made with the default partition's settings.
create or replace function make_partitions(parent text, days integer, ahead integer) returns integer language plpgsql security definer
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

-- Rows that are still written, whatever their age: a run or an action that has not ended.
create function living_rows(parent text) returns text language plpgsql immutable as $$
begin
  case parent
    when 'run_history', 'action_history' then return 'completed_at is null';
    when 'plan_history', 'stage' then return 'false';
  end case;
end $$;

-- As in 017 for ui_log. Of the other tables the rows that are still written move into the default partition, before their week goes.
create or replace function drop_partition(parent text, days integer) returns text language plpgsql security definer
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

-- What was folded so far, and how far; nobody folds meanwhile.
select from checkpoint where name in ('runs', 'plans', 'actions') for update;
insert into run_history select *, (started_at at time zone 'UTC')::date from run_view;
insert into plan_history select *, (decided_at at time zone 'UTC')::date from plan_view;
insert into action_history select *, (coalesce(requested_at, dispatched_at, completed_at, now()) at time zone 'UTC')::date from action_log;
insert into checkpoint (name, generation, transaction_id, position)
  select case name when 'runs' then 'run_history' when 'plans' then 'plan_history' else 'action_history' end, generation, transaction_id, position
  from checkpoint where name in ('runs', 'plans', 'actions');
select make_partitions(parent, 3650, 4) from unnest(array['run_history', 'plan_history', 'action_history']) as parent;
