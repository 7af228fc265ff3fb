-- What was shown and the stages go by whole partitions, a week of opening days each: dropping one costs nothing, deleting its rows
-- would cost as much as writing them did. A default partition takes what has none yet, so that a missing partition loses no write.

-- ui_log. All lines of a run carry the day on which the run opened, as the log recorded it, whoever writes them and whenever: so
-- (run_id, seq) stays unique, and fences two executors off each other, although the key of a partitioned table holds the day.
-- Lines of runs that opened before this migration stay where they are, without a day, in a partition of their own.
alter table ui_log rename to ui_log_undated;
alter table ui_log_undated drop constraint ui_log_pkey;
alter index ui_log_age rename to ui_log_undated_age;
alter index ui_log_session rename to ui_log_undated_session;
drop index ui_log_prunable;
alter table ui_log_undated add column opened_on date not null default '-infinity';

do $$
declare
  begins timestamptz := case when exists (select from ui_log_undated) then clock_timestamp() else '-infinity' end;
begin
  execute format($function$
    create function opening_day(opened_at timestamptz) returns date language sql immutable parallel safe as $body$
      select case when opened_at >= timestamptz %L then (opened_at at time zone 'UTC')::date else date '-infinity' end
    $body$
  $function$, begins);
end $$;

create table ui_log (like ui_log_undated including defaults including constraints) partition by range (opened_on);
do $$
begin
  if exists (select from ui_log_undated) then
    alter table ui_log attach partition ui_log_undated for values from (minvalue) to ('1970-01-01');
  else
    drop table ui_log_undated;
  end if;
end $$;
create table ui_log_default partition of ui_log default;
alter table ui_log add primary key (run_id, seq, opened_on);
create index ui_log_age on ui_log using brin (created_at);
create index ui_log_session on ui_log (tenant, session_id, created_at) where seq = 1;
grant select on ui_log to arbiter_ingress;
grant select, insert on ui_log to arbiter_executor;
grant select, delete on ui_log to arbiter_telemetry;

-- Who names no day, pieces of prose and services from before this migration, is given the run's.
create function date_ui_line() returns trigger language plpgsql as $$
declare
  opened_on date;
begin
  select arbiter.opening_day(recorded_at) into opened_on from arbiter.event where stream_id = 'run-' || new.tenant || '-' || new.run_id and version = 1;
  if opened_on is null or opened_on = '-infinity' then
    return new;
  end if;
  insert into arbiter.ui_log values (new.run_id, new.seq, new.tenant, new.session_id, new.body, new.created_at, opened_on);
  return null;
end $$;

do $$
declare
  undated text;
begin
  foreach undated in array array['ui_log_undated', 'ui_log_default'] loop
    if to_regclass(undated) is not null then
      execute format('create trigger ui_line_is_dated before insert on %I for each row when (new.opened_on = ''-infinity'') execute function date_ui_line()', undated);
    end if;
  end loop;
end $$;

-- stage. Rows are only ever added, each with its own time; nothing has to be unique but their order.
alter table stage rename to stage_before;
alter table stage_before drop constraint stage_pkey;
alter table stage_before alter column sequence drop identity;
alter index stage_interaction rename to stage_before_interaction;
create sequence stage_order;
select setval('stage_order', coalesce(max(sequence), 0) + 1, false) from stage_before;
create table stage (like stage_before) partition by range (timestamp);
alter table stage alter column sequence set default nextval('stage_order');
do $$
declare
  ends date := (select date_trunc('week', greatest(max(timestamp), now()) at time zone 'UTC')::date + 7 from stage_before);
begin
  if exists (select from stage_before) then
    execute format('alter table stage attach partition stage_before for values from (minvalue) to (%L)', ends || ' 00:00:00+00');
  else
    drop table stage_before;
  end if;
end $$;
create table stage_default partition of stage default;
alter table stage add primary key (sequence, timestamp);
create index stage_interaction on stage (interaction_id, sequence);
grant select, insert, update, truncate on stage to arbiter_telemetry;
grant usage on sequence stage_order to arbiter_telemetry;

-- Telemetry keeps the partitions. It may do that and nothing else: these functions are the owner's, name the tables they work on, tell the
-- time by the database's clock, and drop nothing younger than a day. While one replica works on a table another leaves it alone.
create function partition_key(parent text) returns text language plpgsql immutable as $$
begin
  case parent
    when 'ui_log' then return 'opened_on';
    when 'stage' then return 'timestamp';
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
-- meanwhile; null: none of these. Returns how many were made.
create function make_partitions(parent text, days integer, ahead integer) returns integer language plpgsql security definer
  set timezone = 'UTC' set search_path = arbiter, pg_temp set lock_timeout = '2s' as $$
declare
  key text := partition_key(parent);
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
    execute format('create table %I (like %I including defaults including constraints)', name, parent);
    execute format('with late as (delete from %I where %I >= %L and %I < %L returning *) insert into %I select * from late',
                   parent || '_default', key, week, key, week + 7, name);
    execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, name, week, week + 7);
    made := made + 1;
  end loop;
  return made;
end $$;

-- Drops the oldest partition whose days are all more than `days` ago, or empties the default one when all of its rows are. Returns
-- which; null when there was none. What was shown of a run that has not ended keeps its week: the stream still goes on from it.
create function drop_partition(parent text, days integer) returns text language plpgsql security definer
  set timezone = 'UTC' set search_path = arbiter, pg_temp set lock_timeout = '2s' as $$
declare
  key text := partition_key(parent);
  before date := current_date - days;
  part text;
  is_needed boolean;
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
    end if;
    execute format('drop table %I', part);
    return part;
  end loop;
  part := parent || '_default';
  execute format('select exists (select from %1$I) and not exists (select from %1$I where greatest(%2$I, %3$s) >= %4$L)',
                 part, key, case parent when 'ui_log' then 'created_at' else 'timestamp' end, before) into is_needed;
  if is_needed then
    execute format('truncate %I', part);
    return part;
  end if;
  return null;
end $$;

revoke execute on function make_partitions(text, integer, integer), drop_partition(text, integer) from public;
grant execute on function make_partitions(text, integer, integer), drop_partition(text, integer) to arbiter_telemetry;
select make_partitions('ui_log', null, 4), make_partitions('stage', null, 4);

-- The small views, one row a run, plan, action, thread or chat, keep a key without a day: the version before this one writes them by it.
-- They are rid of what is over a tenant's own period, so many rows at a time. A run or an action that has not ended stays.
create index run_view_age on run_view using brin (started_at);
create index plan_view_age on plan_view using brin (decided_at);
create index action_log_age on action_log using brin (requested_at);

create function delete_expired(view text, of_tenant text, days integer, most integer) returns integer language plpgsql security definer
  set search_path = arbiter, pg_temp as $$
declare
  is_over text;
  deleted integer;
begin
  case view
    when 'run_view' then is_over := 'started_at < $2 and completed_at is not null';
    when 'plan_view' then is_over := 'decided_at < $2';
    when 'action_log' then is_over := 'requested_at < $2 and completed_at is not null';
    when 'thread_view' then is_over := 'last_activity_at < $2';
    when 'session_view' then is_over := 'received_at < $2';
  end case;
  if days < 1 then
    raise exception 'nothing younger than a day is deleted' using errcode = 'invalid_parameter_value';
  end if;
  execute format('delete from %1$I where ctid = any (array(select ctid from %1$I where tenant = $1 and %2$s limit $3 for update skip locked))', view, is_over)
    using of_tenant, now() - make_interval(days => days), most;
  get diagnostics deleted = row_count;
  return deleted;
end $$;

-- What is left over: a state folded long ago can be folded again; what nobody has published for longer than the broker keeps anything is
-- of services that are no more, and the facts themselves stand in the log.
create function delete_leftovers(kind text, days integer, most integer) returns integer language plpgsql security definer
  set search_path = arbiter, pg_temp as $$
declare
  name text;
  deleted integer;
begin
  case kind
    when 'snapshot' then name := 'snapshot';
    when 'outbox' then name := 'outbox';
  end case;
  execute format('delete from %1$I where ctid = any (array(select ctid from %1$I where created_at < now() - make_interval(days => greatest($1, 8)) limit $2 for update skip locked))', name)
    using days, most;
  get diagnostics deleted = row_count;
  return deleted;
end $$;

revoke execute on function delete_expired(text, text, integer, integer), delete_leftovers(text, integer, integer) from public;
grant execute on function delete_expired(text, text, integer, integer), delete_leftovers(text, integer, integer) to arbiter_telemetry;
