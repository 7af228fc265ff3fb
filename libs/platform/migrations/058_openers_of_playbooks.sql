-- An instance of a playbook opens without a turn: it is submitted, asked for by a tool, or begun by a schedule, whose request stands in the
-- session of the playbook. `~706c6179626f6f6b2e` is how `playbook.` begins the name of such a session.
drop index event_openers;
create index event_openers on event (recorded_at)
  where starts_with(type, 'arbiter.turn.received.') or starts_with(type, 'arbiter.run.submitted.')
     or starts_with(type, 'arbiter.playbook.submitted.') or starts_with(type, 'arbiter.playbook.asked.')
     or starts_with(type, 'arbiter.run.requested.') and stream_id like 'session-%-~706c6179626f6f6b2e%';
