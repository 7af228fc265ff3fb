-- The log. Append-only: services may select and insert, and a trigger refuses everything else to everybody, but for the archiver.
create sequence event_position;

create table event (
  stream_id      text    collate "C" not null,
  version        integer not null check (version > 0),
  position       bigint  not null default nextval('event_position'),
  transaction_id xid8    not null default pg_current_xact_id(),
  id             uuid    not null,
  type           text    collate "C" not null,
  recorded_at    timestamptz not null default clock_timestamp(),
  envelope       text    not null,  -- of the CloudEvent what no column holds, data in canonical JSON (jsonb would reorder its keys)
  decision       text,              -- on the first fact of a decision: what was decided upon, for replay
  dedupe_key     text    collate "C",
  primary key (stream_id, version)
) partition by hash (stream_id);

create unique index event_dedupe on event (stream_id, dedupe_key) where dedupe_key is not null;
create index event_order on event (transaction_id, position);
create index event_age on event using brin (recorded_at);

-- What opens an interaction, in the order in which it was recorded: reconciliation looks for those that never came to an end, and reads nothing
-- else for it. One entry a turn, not one a fact. An instance of a playbook opens without a turn: it is submitted, asked for by a tool, or begun by
-- a schedule, whose request stands in the session of the playbook. `~706c6179626f6f6b2e` is how `playbook.` begins the name of such a session.
create index event_openers on event (recorded_at)
  where starts_with(type, 'arbiter.turn.received.') or starts_with(type, 'arbiter.run.submitted.')
     or starts_with(type, 'arbiter.playbook.submitted.') or starts_with(type, 'arbiter.playbook.asked.')
     or starts_with(type, 'arbiter.run.requested.') and stream_id like 'session-%-~706c6179626f6f6b2e%';

create function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and tg_table_name = 'event' and current_user = 'arbiter_archiver' then
    return null;
  end if;
  raise exception '% on % is refused: the log is append-only', tg_op, tg_table_name using errcode = 'insufficient_privilege';
end $$;

create trigger event_is_append_only before update or delete or truncate on event
  for each statement execute function refuse_change();

-- The log is cut into no more partitions than it is large enough for. Every partition that an append touches costs it about as much as a row,
-- and of sixteen a small append touches nearly one for each of its rows: a fifth of what Postgres did for a run.
--
-- The log is only ever added to. Vacuum marks its pages all-visible and freezes them while they are still in memory: otherwise the
-- whole log would be frozen at once one day, when transaction ids run short, and readers by index would look up every row in the heap.
-- Each partition is vacuumed after some hundred thousand new rows, so a run is short; the defaults wait for a fifth of a table, which for a log of
-- many millions of rows is never. After an archive its dead rows go by the same threshold. Statistics of the log change little: it is analysed
-- now and then.
create table event_0 partition of event for values with (modulus 1, remainder 0) with (
  autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 100000, autovacuum_vacuum_scale_factor = 0,
  autovacuum_vacuum_threshold = 50000, autovacuum_analyze_scale_factor = 0.05, autovacuum_freeze_min_age = 0);
create trigger event_is_append_only before update or delete or truncate on event_0
  for each statement execute function refuse_change();

-- Moves all facts into so many partitions, in one transaction: broken off, it leaves the log as it was. Nobody reads or appends meanwhile.
-- For the owner of the log alone. The partitions have the storage settings of the first one before them.
create function partition_log(partitions integer) returns void language plpgsql set search_path = arbiter, pg_temp as $$
declare
  part name;
  former name[];
  settings text;
begin
  if partitions is null or partitions not between 1 and 256 then
    raise exception 'the log is cut into 1 to 256 partitions, not %', partitions using errcode = 'invalid_parameter_value';
  end if;
  -- What is committed while the lock is waited for would not be seen under another level, and be dropped with its table.
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'partition_log needs a transaction that is read committed, not %', current_setting('transaction_isolation')
      using errcode = 'invalid_transaction_state';
  end if;
  lock table event in access exclusive mode;
  former := array(select relname from pg_inherits join pg_class on pg_class.oid = inhrelid where inhparent = 'event'::regclass order by relname);
  settings := (select coalesce('with (' || array_to_string(reloptions, ', ') || ')', '') from pg_class where oid = former[1]::regclass);
  foreach part in array former loop
    execute format('alter table event detach partition %I', part);
    execute format('alter table %I rename to %I', part, 'former_' || part);
  end loop;
  for remainder in 0 .. partitions - 1 loop
    part := 'event_' || remainder;
    execute format('create table %I partition of event for values with (modulus %s, remainder %s) %s', part, partitions, remainder, settings);
    execute format('create trigger event_is_append_only before update or delete or truncate on %I
                    for each statement execute function refuse_change()', part);
  end loop;
  foreach part in array former loop
    execute format('insert into event select * from %I order by transaction_id, position', 'former_' || part);
    execute format('drop table %I', 'former_' || part);
  end loop;
end $$;
revoke execute on function partition_log(integer) from public;

-- The whole CloudEvent of a fact, as it is published.
create function whole_envelope(event) returns text language sql stable as $$
  select '{"specversion":"1.0","datacontenttype":"application/json","id":"' || $1.id || '","subject":' || to_json($1.stream_id) ||
    ',"streamversion":' || $1.version || ',"tenantid":"' || split_part($1.stream_id, '-', 2) || '",' || substr($1.envelope, 2)
$$;

grant select, insert on event to arbiter_ingress, arbiter_router, arbiter_planner, arbiter_executor, arbiter_action_gateway, arbiter_all;
grant usage on sequence event_position to arbiter_ingress, arbiter_router, arbiter_planner, arbiter_executor, arbiter_action_gateway, arbiter_all;
grant select on event to arbiter_telemetry, arbiter_archiver;

alter table event enable row level security;

-- A stream's category has one writer: no service can put words into the mouth of another, whatever it was brought to do. What the
-- gateway reads before it acts, the planner's plan and the router's request, is theirs for that reason. An account's link is confirmed and taken
-- back over HTTP: its streams have the same one writer as those of turns.
create policy arbiter_ingress_writes on event for insert to arbiter_ingress with check (starts_with(stream_id, 'turn-'));
create policy arbiter_ingress_writes_links on event for insert to arbiter_ingress with check (starts_with(stream_id, 'link-'));
create policy arbiter_router_writes on event for insert to arbiter_router with check (starts_with(stream_id, 'session-'));
create policy arbiter_planner_writes on event for insert to arbiter_planner with check (starts_with(stream_id, 'plan-'));
create policy arbiter_executor_writes on event for insert to arbiter_executor with check (starts_with(stream_id, 'run-'));
create policy arbiter_action_gateway_writes on event for insert to arbiter_action_gateway with check (starts_with(stream_id, 'action-'));
create policy arbiter_all_writes on event for insert to arbiter_all with check (stream_id ~ '^(turn|session|plan|run|action)-');

-- A service reads the streams that concern it: its own, those of the events that it acts on (libs/contracts/src/flow.ts), and which artifacts are
-- active; ingress also what waits for a yes, which it shows. So one service in the wrong hands learns little of another's work.
create policy arbiter_ingress_reads on event for select to arbiter_ingress using (stream_id ~ '^(turn|link|session|run|action|artifact)-');
create policy arbiter_router_reads on event for select to arbiter_router using (stream_id ~ '^(session|turn|run|action|artifact)-');
create policy arbiter_planner_reads on event for select to arbiter_planner using (stream_id ~ '^(plan|session|run|artifact)-');
create policy arbiter_executor_reads on event for select to arbiter_executor using (stream_id ~ '^(run|turn|session|plan|action|artifact)-');
create policy arbiter_action_gateway_reads on event for select to arbiter_action_gateway
  using (stream_id ~ '^(action|turn|session|plan|run|artifact)-');
create policy all_is_read on event for select to arbiter_telemetry, arbiter_archiver, arbiter_all using (true);
