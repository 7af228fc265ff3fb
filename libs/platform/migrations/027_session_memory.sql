-- What the stages remember of a chat goes when the chat is no longer listed: it had one row a chat, for ever.
alter table session_memory add column last_at timestamptz not null default now();

create or replace function delete_expired(view text, of_tenant text, days integer, most integer) returns integer language plpgsql security definer
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
    when 'session_memory' then is_over := 'last_at < $2';
  end case;
  if days < 1 then
    raise exception 'nothing younger than a day is deleted' using errcode = 'invalid_parameter_value';
  end if;
  execute format('delete from %1$I where ctid = any (array(select ctid from %1$I where tenant = $1 and %2$s limit $3 for update skip locked))', view, is_over)
    using of_tenant, now() - make_interval(days => days), most;
  get diagnostics deleted = row_count;
  return deleted;
end $$;
