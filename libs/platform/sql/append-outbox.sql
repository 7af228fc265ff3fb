, published as (
  insert into outbox (id, app, streams, from_versions, to_versions)
  select :outbox_id::uuid, :app::text, array_agg(stream_id), array_agg(from_version), array_agg(to_version)
  from unnest(string_to_array(:outbox_streams, chr(31)), :outbox_from::int[], :outbox_to::int[]) as travelling (stream_id, from_version, to_version) join head using (stream_id)
  having count(*) > 0
)
