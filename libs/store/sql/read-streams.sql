-- The facts of streams, each from where its reader stands: after a version, or for one that begins at 0 after the state that
-- was kept of it under the same fold. One statement, so that state and facts are of one moment and nothing is between them.
with wanted as materialized (
  select wanted.stream_id, coalesce(snapshot.version, wanted.after) as after, snapshot.customer_id, snapshot.body
  from unnest(:streams::text[], :afters::int[], :wholes::boolean[]) as wanted (stream_id, after, whole)
  left join snapshot on snapshot.stream_id = wanted.stream_id and snapshot.fold = :fold::text and wanted.after = 0 and not wanted.whole
)
select stream_id, after as version, null as envelope, customer_id, body from wanted where body is not null
union all
select wanted.stream_id, found.version, found.envelope, null, null from wanted
join lateral (
  select version, whole_envelope(event) as envelope from event where event.stream_id = wanted.stream_id and version > wanted.after order by version limit :page::int
) as found on true
order by stream_id, version
