-- The topics of a chat. A row of such a view is written several times within seconds and then never again: updates in place reuse a page's room
-- only once its dead rows are gone. A fiftieth of the table is soon enough, and the room that fillfactor leaves lasts until then.
create table thread_view (
  tenant           text  collate "C" not null,
  thread_id        text  collate "C" not null,
  session_id       text  collate "C" not null,
  intent_id        text,
  slots            jsonb not null,  -- by name, every value redacted
  status           text  not null,
  pending_question jsonb,           -- {key, expectedType, askedAtMessageId}
  summary          text  not null,
  run_id           text,            -- the run that works on it, or did last
  message_id       text,            -- the message that run answers
  last_activity_at timestamptz not null,
  primary key (tenant, thread_id)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 2000);
create index thread_view_session on thread_view (tenant, session_id, last_activity_at);

grant select, insert, update, truncate on thread_view to arbiter_telemetry;
grant select on thread_view to arbiter_ingress;
