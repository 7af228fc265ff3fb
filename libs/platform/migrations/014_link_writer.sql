-- An account's link is confirmed and taken back over HTTP: its streams have the same one writer as those of turns, which keeps no state.
create policy arbiter_ingress_writes_links on event for insert to arbiter_ingress with check (starts_with(stream_id, 'link-'));
