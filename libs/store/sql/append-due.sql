, due_change as (
  select * from unnest(string_to_array(:due_streams, chr(31)), string_to_array(:due_keys, chr(31)), string_to_array(:due_categories, chr(31)), :due_ats::timestamptz[]) as change (stream_id, key, category, due_at) join head using (stream_id)
),
due_set as (
  insert into due (stream_id, key, category, due_at)
  select stream_id, key, category, due_at from due_change where due_at is not null order by stream_id, key
  on conflict (stream_id, key) do update set due_at = excluded.due_at, claimed_until = null
),
due_cleared as (
  delete from due using due_change where due.stream_id = due_change.stream_id and due.key = due_change.key and due_change.due_at is null
)
