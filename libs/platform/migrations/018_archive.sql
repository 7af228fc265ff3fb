-- The archive: streams that have ended are written to files and taken out of the log. What is left is their tombstone: nothing can be
-- appended to them again.
do $$
begin
  if not exists (select from pg_roles where rolname = 'arbiter_archiver') then
    create role arbiter_archiver nologin;
  end if;
  -- Whoever owns the log archives it, by taking on this role for the two statements that need it.
  execute format('grant arbiter_archiver to %I', current_user);
end $$;

create table archived_stream (
  stream_id    text    collate "C" primary key,
  last_version integer not null,
  file         text    not null,  -- of the archive's folder
  archived_at  timestamptz not null default now(),
  is_removed   boolean not null default false  -- whether its facts are out of the log
);
create index archived_stream_unfinished on archived_stream (stream_id) where not is_removed;

grant usage on schema arbiter to arbiter_archiver;
grant select on event, due, outbox, snapshot, archived_stream to arbiter_archiver;
grant insert on archived_stream to arbiter_archiver;
grant update (is_removed) on archived_stream to arbiter_archiver;
grant delete on event, snapshot to arbiter_archiver;
grant select on archived_stream to arbiter_service;

-- The log stays append-only for everybody else, and for the archiver where there is no tombstone.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and tg_table_name = 'event' and current_user = 'arbiter_archiver' then
    return null;
  end if;
  raise exception '% on % is refused: the log is append-only', tg_op, tg_table_name using errcode = 'insufficient_privilege';
end $$;
create policy arbiter_archiver_removes on event for delete to arbiter_archiver using (
  exists (select from archived_stream where archived_stream.stream_id = event.stream_id and event.version <= archived_stream.last_version));
create policy arbiter_archiver_forgets on snapshot to arbiter_archiver using (
  exists (select from archived_stream where archived_stream.stream_id = snapshot.stream_id));
create trigger archived_stream_stays before delete or truncate on archived_stream for each statement execute function refuse_change();

-- Looked up by the executor of each insert itself: a trigger would cost as much as the insert does. The refusal is a data error, which
-- belongs to its stream alone: the others of its batch go on.
create function refuse_archived(stream text) returns boolean language plpgsql as $$
begin
  raise exception 'stream % has ended and is archived: nothing can be appended to it', stream using errcode = 'integrity_constraint_violation';
end $$;
create policy nothing_follows_the_archive on event as restrictive for insert with check (
  case when exists (select from archived_stream where archived_stream.stream_id = event.stream_id) then refuse_archived(stream_id) else true end);
