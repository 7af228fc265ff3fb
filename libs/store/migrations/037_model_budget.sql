-- What calls of models may take: reserved before a call, settled after it. A row here is what was taken of one budget, what is reserved
-- included. Without a budget there is no row.
create table model_spending (
  tenant       text   not null,
  scope        text   not null,
  key          text   not null,
  tokens       bigint not null default 0,
  microdollars bigint not null default 0,
  created_at   timestamptz not null default now(),
  primary key (tenant, scope, key)
) with (fillfactor = 30, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

-- What is under way, so that it is settled once. What nobody settles counts in full as long as the budgets it was taken from: of a day until
-- midnight (UTC), of a run and a step until they are over. Nobody knows what was spent.
create table model_reservation (
  call_id      uuid   not null primary key,
  tenant       text   not null,
  scopes       text[] not null,
  keys         text[] not null,
  tokens       bigint not null,
  microdollars bigint not null,
  created_at   timestamptz not null default now()
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
create index model_spending_age on model_spending using brin (created_at);
create index model_reservation_age on model_reservation using brin (created_at);

-- `wanted`: [{callId, tenant, tokens, microdollars, budgets: [{scope, key, tokens, microdollars}]}]; the key of a day is left out, and null is
-- no limit. Reserves each of them, in their order, if all of its budgets have room, and says of each which budget has not. The rows are locked
-- in one order, so that gateways wait for one another and never in a circle.
--
-- What all have room for is reserved in one step, and one after the other only where a budget is nearly used up.
-- The planner cannot know how few rows a JSON text names of a table that grows with every run, so it is told to look each of them up.
create function reserve_model_calls(wanted json, today date default (now() at time zone 'UTC')::date)
  returns table (call_id uuid, refused_by text) language plpgsql security definer
  set search_path = arbiter, pg_temp set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
declare
  call record;
  refusal text;
begin
  insert into model_spending (tenant, scope, key)
    select distinct call.tenant, budget.scope, coalesce(budget.key, today::text)
    from json_to_recordset(wanted) as call (tenant text, budgets json)
    cross join lateral json_to_recordset(call.budgets) as budget (scope text, key text)
    order by 1, 2, 3
    on conflict do nothing;
  perform from model_spending
    where (tenant, scope, key) in (
      select call.tenant, budget.scope, coalesce(budget.key, today::text)
      from json_to_recordset(wanted) as call (tenant text, budgets json)
      cross join lateral json_to_recordset(call.budgets) as budget (scope text, key text))
    order by tenant, scope, key
    for update;

  with taking as (
    select call.tenant, budget.scope, coalesce(budget.key, today::text) as key, sum(call.tokens) as tokens,
           sum(call.microdollars) as microdollars, min(budget.tokens) as most_tokens, min(budget.microdollars) as most_microdollars
    from json_to_recordset(wanted) as call (tenant text, tokens bigint, microdollars bigint, budgets json)
    cross join lateral json_to_recordset(call.budgets) as budget (scope text, key text, tokens bigint, microdollars bigint)
    group by 1, 2, 3
  )
  update model_spending as taken
    set tokens = taken.tokens + taking.tokens, microdollars = taken.microdollars + taking.microdollars
    from taking
    where (taken.tenant, taken.scope, taken.key) = (taking.tenant, taking.scope, taking.key)
      and not exists (
        select from taking as needed join model_spending as used using (tenant, scope, key)
        where used.tokens + needed.tokens > needed.most_tokens or used.microdollars + needed.microdollars > needed.most_microdollars);
  if found then
    insert into model_reservation (call_id, tenant, scopes, keys, tokens, microdollars)
      select call."callId", call.tenant, array_agg(budget.scope), array_agg(coalesce(budget.key, today::text)), call.tokens, call.microdollars
      from json_to_recordset(wanted) as call ("callId" uuid, tenant text, tokens bigint, microdollars bigint, budgets json)
      cross join lateral json_to_recordset(call.budgets) as budget (scope text, key text)
      group by call."callId", call.tenant, call.tokens, call.microdollars;
    return query select "callId", null::text from json_to_recordset(wanted) as call ("callId" uuid);
    return;
  end if;

  for call in
    select one.*
    from rows from (json_to_recordset(wanted) as ("callId" uuid, tenant text, tokens bigint, microdollars bigint, budgets json)) with ordinality
      as one ("callId", tenant, tokens, microdollars, budgets, place)
    order by place
  loop
    select budget.scope into refusal
      from rows from (json_to_recordset(call.budgets) as (scope text, key text, tokens bigint, microdollars bigint)) with ordinality
        as budget (scope, key, tokens, microdollars, place)
      join model_spending as taken
        on taken.tenant = call.tenant and taken.scope = budget.scope and taken.key = coalesce(budget.key, today::text)
      where taken.tokens + call.tokens > budget.tokens or taken.microdollars + call.microdollars > budget.microdollars
      order by budget.place limit 1;
    if refusal is null then
      update model_spending as taken
        set tokens = taken.tokens + call.tokens, microdollars = taken.microdollars + call.microdollars
        from json_to_recordset(call.budgets) as budget (scope text, key text)
        where taken.tenant = call.tenant and taken.scope = budget.scope and taken.key = coalesce(budget.key, today::text);
      insert into model_reservation (call_id, tenant, scopes, keys, tokens, microdollars)
        select call."callId", call.tenant, array_agg(budget.scope), array_agg(coalesce(budget.key, today::text)), call.tokens, call.microdollars
        from json_to_recordset(call.budgets) as budget (scope text, key text);
    end if;
    call_id := call."callId";
    refused_by := refusal;
    return next;
  end loop;
end $$;

-- `settled`: [{callId, tokens, microdollars}], what was really taken; null is unknown, and what was reserved stands. One that is settled again,
-- or was never reserved, changes nothing.
create function settle_model_calls(settled json) returns integer language plpgsql security definer set search_path = arbiter, pg_temp as $$
declare
  changed integer;
begin
  perform from model_reservation
    where call_id in (select "callId" from json_to_recordset(settled) as one ("callId" uuid)) order by call_id for update;
  perform from model_spending
    where (tenant, scope, key) in (
      select tenant, place.scope, place.key from model_reservation cross join lateral unnest(scopes, keys) as place (scope, key)
      where call_id in (select "callId" from json_to_recordset(settled) as one ("callId" uuid)))
    order by tenant, scope, key
    for update;
  with done as (
    delete from model_reservation as reserved
    using json_to_recordset(settled) as one ("callId" uuid, tokens bigint, microdollars bigint)
    where reserved.call_id = one."callId"
    returning reserved.tenant, reserved.scopes, reserved.keys, coalesce(one.tokens - reserved.tokens, 0) as tokens,
              coalesce(one.microdollars - reserved.microdollars, 0) as microdollars
  ), change as (
    select tenant, place.scope, place.key, sum(tokens) as tokens, sum(microdollars) as microdollars
    from done cross join lateral unnest(scopes, keys) as place (scope, key)
    group by tenant, place.scope, place.key
  )
  update model_spending as taken
    set tokens = taken.tokens + change.tokens, microdollars = taken.microdollars + change.microdollars
    from change
    where taken.tenant = change.tenant and taken.scope = change.scope and taken.key = change.key;
  get diagnostics changed = row_count;
  return changed;
end $$;

revoke execute on function reserve_model_calls(json, date), settle_model_calls(json) from public;
grant execute on function reserve_model_calls(json, date), settle_model_calls(json) to arbiter_provider_gateway;
grant select on model_spending, model_reservation to arbiter_telemetry;
