-- Telemetry alone writes the read models; ingress shows two of them.
grant select, insert, update on checkpoint to arbiter_telemetry;
grant select, insert, update, truncate on thread_view, plan_view, run_view, action_log, stage, session_memory to arbiter_telemetry;
grant select on thread_view, run_view to arbiter_ingress;
