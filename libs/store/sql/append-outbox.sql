, published as (
  insert into outbox (id, app, streams, from_versions, to_versions)
  select (:outbox_ids::uuid[])[part], (:outbox_apps::text[])[part], array_agg(stream_id), array_agg(from_version), array_agg(to_version)
  from unnest(string_to_array(:outbox_streams, chr(31)), :outbox_from::int[], :outbox_to::int[], :outbox_parts::int[]) as travelling (stream_id, from_version, to_version, part)
  join head using (stream_id) group by part
)
