-- The views of topics and chats, which have no end, are rid of what is over a tenant's own period, so many rows at a time. Telemetry may do that and
-- nothing else: these functions are the owner's and know the tables they work on.
create function delete_expired(view text, of_tenant text, days integer, most integer) returns integer language plpgsql security definer
  set search_path = arbiter, pg_temp as $$
declare
  is_over text;
  deleted integer;
begin
  case view
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
    when 'model_spending' then name := 'model_spending';
    when 'model_reservation' then name := 'model_reservation';
  end case;
  execute format('delete from %1$I where ctid = any (array(select ctid from %1$I where created_at < now() - make_interval(days => greatest($1, 8)) limit $2 for update skip locked))', name)
    using days, most;
  get diagnostics deleted = row_count;
  return deleted;
end $$;

revoke execute on function delete_expired(text, text, integer, integer), delete_leftovers(text, integer, integer) from public;
grant execute on function delete_expired(text, text, integer, integer), delete_leftovers(text, integer, integer) to arbiter_telemetry;
