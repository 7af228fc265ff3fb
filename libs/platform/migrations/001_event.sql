-- The log. Append-only: services may SELECT and INSERT, and a trigger refuses everything else to everybody.
create sequence event_position;

create table event (
  stream_id      text    collate "C" not null,
  version        integer not null check (version > 0),
  position       bigint  not null default nextval('event_position'),
  transaction_id xid8    not null default pg_current_xact_id(),
  id             uuid    not null,
  type           text    collate "C" not null,
  recorded_at    timestamptz not null default clock_timestamp(),
  envelope       text    not null,  -- the CloudEvent as it is published, data in canonical JSON (jsonb would reorder its keys)
  decision       text,              -- on the first fact of a decision: what was decided upon, for replay
  dedupe_key     text    collate "C",
  primary key (stream_id, version)
) partition by hash (stream_id);

create unique index event_dedupe on event (stream_id, dedupe_key) where dedupe_key is not null;
create index event_order on event (transaction_id, position);
create index event_age on event using brin (recorded_at);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% on % is refused: the log is append-only', tg_op, tg_table_name using errcode = 'insufficient_privilege';
end $$;

create trigger event_is_append_only before update or delete or truncate on event
  for each statement execute function refuse_change();

do $$
begin
  for remainder in 0..15 loop
    execute format('create table event_%s partition of event for values with (modulus 16, remainder %s)', remainder, remainder);
    execute format('create trigger event_is_append_only before update or delete or truncate on event_%s
                    for each statement execute function refuse_change()', remainder);
  end loop;
end $$;

-- Which life of the log this is; a restore bumps it, so that readers with a checkpoint from before start over.
create table generation (only_row boolean primary key default true check (only_row), generation integer not null);
insert into generation values (true, 1);
