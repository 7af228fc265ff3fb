-- The trace of agents. Rows are only ever added, in the order of the log, and are found by their run; as for the stages a key would be for nothing.
create sequence trace_event_order;

create table trace_event (
  sequence    bigint  not null default nextval('trace_event_order'),  -- the order of the log
  tenant      text    not null,
  request_id  text    collate "C" not null,
  trace_id    text    collate "C",
  session_id  text    collate "C" not null,
  step_id     text    not null,
  phase_index integer not null,
  cycle_index integer not null,
  type        text    not null,
  ts          timestamptz not null,
  details     jsonb   not null
) partition by range (ts);
create table trace_event_default partition of trace_event default;
create index trace_event_request on trace_event (request_id, sequence);

grant select, insert, update, truncate on trace_event to arbiter_telemetry;
grant select on trace_event to arbiter_ingress;
grant usage on sequence trace_event_order to arbiter_telemetry;

-- It goes by whole weeks, as the stages do.
create or replace function partition_key(parent text) returns text language plpgsql immutable as $$
begin
  case parent
    when 'ui_log', 'run_history', 'plan_history', 'action_history' then return 'opened_on';
    when 'stage' then return 'timestamp';
    when 'model_call' then return 'started_at';
    when 'trace_event' then return 'ts';
  end case;
end $$;

create or replace function living_rows(parent text) returns text language plpgsql immutable as $$
begin
  case parent
    when 'run_history', 'action_history' then return 'completed_at is null';
    when 'plan_history', 'stage', 'model_call', 'trace_event' then return 'false';
  end case;
end $$;

select make_partitions('trace_event', null, 4);

create or replace function read_model_tables() returns text[] language sql immutable as $$
  select array['thread_view', 'session_view', 'session_memory', 'stage', 'run_history', 'plan_history', 'action_history', 'playbook_run',
               'playbook_verdict', 'approval', 'unknown_outcome', 'trace_event']
$$;
