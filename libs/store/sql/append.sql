-- Appends facts of many streams, all together or not at all per stream. A stream's first fact is inserted ON CONFLICT DO
-- NOTHING, the rest join on what it returned: a conflict leaves its own stream out and tears nothing. Sorted by stream, so
-- that two batches in opposite orders cannot deadlock. Positions follow the order in which facts are given: a fact comes before
-- what was decided upon it. Returns the streams that were taken.
with input as materialized (
  select nextval('event_position') as position, input.* from unnest(string_to_array(:streams, chr(31)), :versions::int[], :ids::uuid[], string_to_array(:types, chr(31)), string_to_array(:envelopes, chr(31)), string_to_array(:decisions, chr(31), ''), string_to_array(:dedupe_keys, chr(31), ''), :firsts::boolean[])
    as input (stream_id, version, id, type, envelope, decision, dedupe_key, first)
),
head as (
  insert into event (stream_id, version, position, id, type, envelope, decision, dedupe_key)
  select stream_id, version, position, id, type, envelope, decision, dedupe_key from input where first order by stream_id
  on conflict do nothing
  returning stream_id, version as first_version, recorded_at
),
rest as (
  insert into event (stream_id, version, position, id, type, envelope, decision, dedupe_key)
  select stream_id, version, position, id, type, envelope, decision, dedupe_key from input join head using (stream_id)
  where not first order by stream_id, version
)
