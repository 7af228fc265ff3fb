-- A stream's category has one writer: no service can put words into the mouth of another, whatever it was brought to do. What the
-- gateway reads before it acts, the planner's plan and the router's request, is theirs for that reason.
alter table event enable row level security;
create policy everybody_reads on event for select using (true);

-- Nor can it put a state into the mouth of another's stream.
alter table snapshot enable row level security;

do $$
declare
  writer record;
begin
  for writer in
    select * from (values ('arbiter_ingress', 'turn-'), ('arbiter_router', 'session-'), ('arbiter_planner', 'plan-'), ('arbiter_executor', 'run-'),
                          ('arbiter_action_gateway', 'action-')) as pair (role_name, prefix)
  loop
    execute format('create policy %I on event for insert to %I with check (starts_with(stream_id, %L))', writer.role_name || '_writes', writer.role_name, writer.prefix);
    execute format('create policy %I on snapshot to %I using (starts_with(stream_id, %L)) with check (starts_with(stream_id, %L))',
                   writer.role_name || '_keeps', writer.role_name, writer.prefix, writer.prefix);
  end loop;
end $$;
