-- A customer's data key, wrapped by the master key. Deleting the row erases the person.
create table customer_key (
  tenant      text not null,
  customer_id text not null,
  key_id      text not null,
  wrapped     bytea not null,
  created_at  timestamptz not null default now(),
  primary key (tenant, customer_id)
);

-- Only those that seal or open personal data may read the keys.
grant select on customer_key to arbiter_ingress, arbiter_router, arbiter_planner, arbiter_executor, arbiter_action_gateway,
                                arbiter_provider_gateway;
grant insert on customer_key to arbiter_ingress, arbiter_router;

-- Ingress makes a person's key at the first message. A playbook that begins by itself has no message: the router makes its key, and no person's.
alter table customer_key enable row level security;
create policy everybody_reads on customer_key for select using (true);
create policy arbiter_ingress_creates on customer_key for insert to arbiter_ingress with check (true);
create policy arbiter_router_creates on customer_key for insert to arbiter_router with check (starts_with(customer_id, 'playbook.'));
