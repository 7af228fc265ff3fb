, shown as (
  insert into ui_log (run_id, seq, tenant, session_id, body, opened_on)
  select run_id, seq, tenant, session_id, body, coalesce(line.opened_on, case when head.first_version = 1 then opening_day(head.recorded_at) else (
    select opening_day(opened.recorded_at) from event as opened where opened.stream_id = head.stream_id and opened.version = 1) end)
  from unnest(string_to_array(:ui_streams, chr(31)), string_to_array(:ui_runs, chr(31)), :ui_seqs::int[], string_to_array(:ui_tenants, chr(31)), string_to_array(:ui_sessions, chr(31)), string_to_array(:ui_bodies, chr(31)), :ui_days::date[]) as line (stream_id, run_id, seq, tenant, session_id, body, opened_on)
  join head using (stream_id)
)
