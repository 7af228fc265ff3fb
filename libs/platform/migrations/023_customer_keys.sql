-- Only those that seal or open personal data may read the customers' keys.
revoke select on customer_key from arbiter_service;

do $$
declare
  role_name text;
begin
  foreach role_name in array array['arbiter_ingress','arbiter_router','arbiter_planner','arbiter_executor','arbiter_action_gateway','arbiter_provider_gateway'] loop
    execute format('grant select on customer_key to %I', role_name);
  end loop;
end $$;
