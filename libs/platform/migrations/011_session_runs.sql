-- The runs of a session, by their first line, for whoever follows a whole conversation.
create index ui_log_session on ui_log (tenant, session_id, created_at) where seq = 1;
