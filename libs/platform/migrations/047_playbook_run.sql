-- The instances of the tenants' playbooks, one a day, with how far each has come. Objects stand here by their ids, and nobody is named.
create table playbook_run (
  run_id       text        collate "C" not null primary key,
  tenant       text        collate "C" not null,
  playbook     text        collate "C" not null,
  day          date        not null,
  status       text        not null,
  code         text,
  read         integer     not null,
  selected     integer     not null,
  kept         integer     not null,
  ended        jsonb       not null,
  verdict      text,
  objects      integer     not null,
  acknowledged jsonb       not null,
  failing      jsonb       not null,
  requested_at timestamptz not null,
  completed_at timestamptz
) with (fillfactor = 80);
create index playbook_run_day on playbook_run (tenant, playbook, day desc);

grant select, insert, update, truncate on playbook_run to arbiter_telemetry;
grant select on playbook_run to arbiter_ingress;

create or replace function read_model_tables() returns text[] language sql immutable as $$
  select array['thread_view', 'session_view', 'session_memory', 'stage', 'run_history', 'plan_history', 'action_history', 'playbook_run']
$$;

-- A playbook that begins by itself has no message that ingress could have made its data key for: the router makes it, and no person's.
alter table customer_key enable row level security;
create policy everybody_reads on customer_key for select using (true);
create policy arbiter_ingress_creates on customer_key for insert to arbiter_ingress with check (true);
grant insert on customer_key to arbiter_router;
create policy arbiter_router_creates on customer_key for insert to arbiter_router with check (starts_with(customer_id, 'playbook.'));
