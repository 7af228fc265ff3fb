-- What opens an interaction, without what was said: each service looks for those that never came to an end, whoever may read the rest of them.
-- The condition is that of the index event_openers.
create view opener as
  select stream_id, version, recorded_at, type, envelope::json ->> 'correlationid' as run_id, envelope::json ->> 'customerid' as customer_id,
         envelope::json #>> '{data,sessionId}' as session_id, envelope::json #>> '{data,playbook}' as playbook, envelope::json #>> '{data,day}' as day
  from event
  where starts_with(type, 'arbiter.turn.received.') or starts_with(type, 'arbiter.run.submitted.')
     or starts_with(type, 'arbiter.playbook.submitted.') or starts_with(type, 'arbiter.playbook.asked.')
     or starts_with(type, 'arbiter.run.requested.') and stream_id like 'session-%-~706c6179626f6f6b2e%';

grant select on opener to arbiter_ingress, arbiter_router, arbiter_planner, arbiter_executor, arbiter_action_gateway;
