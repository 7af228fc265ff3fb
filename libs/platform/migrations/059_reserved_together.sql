-- As in 038, for many at once: what all have room for is reserved in one step, and one after the other only where a budget is nearly used up.
-- The planner cannot know how few rows a JSON text names of a table that grows with every run, so it is told to look each of them up.
create or replace function reserve_model_calls(wanted json, today date default (now() at time zone 'UTC')::date)
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
