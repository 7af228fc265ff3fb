-- What opens an interaction, in the order in which it was recorded: reconciliation looks for those that never came to an end, and
-- reads nothing else for it. One entry a turn, not one a fact.
create index event_openers on event (recorded_at) where starts_with(type, 'arbiter.turn.received.') or starts_with(type, 'arbiter.run.submitted.');
