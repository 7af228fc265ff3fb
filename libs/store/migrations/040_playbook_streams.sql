-- The streams of playbooks: the router writes them and keeps their timers and states, as it does those of sessions; whoever acts on what it
-- asks for reads them.
create policy arbiter_router_writes_playbooks on event for insert to arbiter_router with check (starts_with(stream_id, 'playbook-'));
create policy arbiter_all_writes_playbooks on event for insert to arbiter_all with check (starts_with(stream_id, 'playbook-'));
create policy playbooks_are_read on event for select
  to arbiter_ingress, arbiter_router, arbiter_planner, arbiter_executor, arbiter_action_gateway using (starts_with(stream_id, 'playbook-'));

create policy playbooks_are_kept on due to arbiter_router, arbiter_all using (starts_with(stream_id, 'playbook-'))
  with check (starts_with(stream_id, 'playbook-') and category = 'playbook');
create policy playbooks_are_kept on snapshot to arbiter_router
  using (starts_with(stream_id, 'playbook-')) with check (starts_with(stream_id, 'playbook-'));

-- What opens an interaction: an instance that a schedule began opens by the request in the stream of its playbook.
drop index event_openers;
create index event_openers on event (recorded_at)
  where starts_with(type, 'arbiter.turn.received.') or starts_with(type, 'arbiter.run.submitted.')
     or starts_with(type, 'arbiter.playbook.submitted.') or starts_with(type, 'arbiter.playbook.asked.')
     or starts_with(type, 'arbiter.run.requested.') and starts_with(stream_id, 'playbook-');

create or replace view opener as
  select stream_id, version, recorded_at, type, envelope::json ->> 'correlationid' as run_id, envelope::json ->> 'customerid' as customer_id,
         envelope::json #>> '{data,sessionId}' as session_id, envelope::json #>> '{data,playbook}' as playbook, envelope::json #>> '{data,day}' as day
  from event
  where starts_with(type, 'arbiter.turn.received.') or starts_with(type, 'arbiter.run.submitted.')
     or starts_with(type, 'arbiter.playbook.submitted.') or starts_with(type, 'arbiter.playbook.asked.')
     or starts_with(type, 'arbiter.run.requested.') and starts_with(stream_id, 'playbook-');
