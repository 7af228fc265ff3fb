, shown as (
  insert into ui_log (run_id, seq, tenant, session_id, body)
  select run_id, seq, tenant, session_id, body
  from unnest(:ui_streams::text[], :ui_runs::text[], :ui_seqs::int[], :ui_tenants::text[], :ui_sessions::text[], :ui_bodies::text[]) as line (stream_id, run_id, seq, tenant, session_id, body)
  join head using (stream_id)
)
