-- When the hot tables are vacuumed. The defaults wait for a fifth of a table to change, which for a log of many millions of rows is
-- never, and for a table that empties itself all the time is too late.

-- The log is only ever added to. Vacuum marks its pages all-visible and freezes them while they are still in memory: otherwise the
-- whole log would be frozen at once one day, when transaction ids run short, and readers by index would look up every row in the heap.
-- Each partition is vacuumed after some hundred thousand new rows, so a run is short. After an archive its dead rows go by the same
-- threshold. Statistics of the log change little: it is analysed now and then.
do $$
begin
  for remainder in 0..15 loop
    execute format('alter table event_%s set (autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 100000,
                    autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 50000, autovacuum_analyze_scale_factor = 0.05,
                    autovacuum_freeze_min_age = 0)', remainder);
  end loop;
end $$;

-- due, outbox and snapshot have their threshold of 2000 dead rows since they were made (002, 003, 010). Rows come and go by the
-- thousand a second: an index whose dead entries are not cleared is walked through by every claim. What they cost is paid at once and
-- not in pauses, as vacuum would otherwise fall behind.
alter table due set (autovacuum_vacuum_cost_delay = 0, autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 10000);
alter table outbox set (autovacuum_vacuum_cost_delay = 0, autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 10000);

-- A row of these views is written several times within seconds and then never again: updates in place reuse a page's room only once
-- its dead rows are gone. A fiftieth of the table is soon enough, and the room that fillfactor leaves lasts until then.
do $$
declare
  view text;
begin
  foreach view in array array['run_view', 'action_log', 'thread_view', 'session_view', 'session_memory'] loop
    execute format('alter table %I set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 2000)', view);
  end loop;
end $$;
-- One row a model, changed at every page: a hundred dead ones are as many pages read for one.
alter table checkpoint set (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);
