-- Whether a model may be called for a plan: only while the log holds the open question of that run, and never under a key with a plan.
-- provider-gateway may not read the log; this tells it yes (null) or why not, and nothing else.
-- A revision of a plan is a plan: under a key where one stands, no model is called for it.
create function refusal_of_plan_call(of_tenant text, of_stream text, of_version integer, of_run text) returns text
  language sql stable security definer set search_path = arbiter, pg_temp as $$
  select case
    when not starts_with(of_stream, 'plan-' || of_tenant || '-') then 'not_asked_for'
    when exists (select from event where stream_id = of_stream
                 and (type like 'arbiter.plan.drawn\_up.%' or type like 'arbiter.plan.revised.%' or type like 'arbiter.plan.cache\_hit.%'))
      then 'plan_known'
    when not exists (select from event where stream_id = of_stream and version = of_version and type like 'arbiter.plan.draft\_requested.%'
                     and envelope::json #>> '{data,requestId}' = of_run)
      or exists (select from event where stream_id = of_stream and version > of_version
                 and (type like 'arbiter.plan.draft\_requested.%' or type like 'arbiter.plan.draft\_failed.%'))
      then 'not_asked_for'
  end
$$;

revoke execute on function refusal_of_plan_call(text, text, integer, text) from public;
grant execute on function refusal_of_plan_call(text, text, integer, text) to arbiter_provider_gateway;
