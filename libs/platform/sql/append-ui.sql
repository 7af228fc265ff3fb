, shown as (
  insert into ui_log (run_id, seq, tenant, session_id, body)
  select run_id, seq, tenant, session_id, body
  from unnest(string_to_array(:ui_streams, chr(31)), string_to_array(:ui_runs, chr(31)), :ui_seqs::int[], string_to_array(:ui_tenants, chr(31)), string_to_array(:ui_sessions, chr(31)), string_to_array(:ui_bodies, chr(31))) as line (stream_id, run_id, seq, tenant, session_id, body)
  join head using (stream_id)
)
