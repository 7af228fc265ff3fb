-- The streams of agents: the executor writes them and keeps their timers and states, as it does those of runs; the gateway reads them, since
-- they prove the calls that a model chose.
create policy arbiter_executor_writes_agents on event for insert to arbiter_executor with check (starts_with(stream_id, 'agent-'));
create policy arbiter_all_writes_agents on event for insert to arbiter_all with check (starts_with(stream_id, 'agent-'));
create policy agents_are_read on event for select
  to arbiter_executor, arbiter_action_gateway using (starts_with(stream_id, 'agent-'));

create policy agents_are_kept on due to arbiter_executor, arbiter_all using (starts_with(stream_id, 'agent-'))
  with check (starts_with(stream_id, 'agent-') and category = 'agent');
create policy agents_are_kept on snapshot to arbiter_executor
  using (starts_with(stream_id, 'agent-')) with check (starts_with(stream_id, 'agent-'));
