-- The archive: streams that have ended are written to files and taken out of the log. What is left is their tombstone: nothing can be
-- appended to them again.
create table archived_stream (
  stream_id    text    collate "C" primary key,
  last_version integer not null,
  file         text    not null,  -- of the archive's folder
  archived_at  timestamptz not null default now(),
  is_removed   boolean not null default false  -- whether its facts are out of the log
);
create index archived_stream_unfinished on archived_stream (stream_id) where not is_removed;

create trigger archived_stream_stays before delete or truncate on archived_stream for each statement execute function refuse_change();

grant select on archived_stream to arbiter_service, arbiter_all, arbiter_archiver;
grant insert on archived_stream to arbiter_archiver;
grant update (is_removed) on archived_stream to arbiter_archiver;
grant delete on event to arbiter_archiver;

-- The archiver takes out what has a tombstone, and nothing else.
create policy arbiter_archiver_removes on event for delete to arbiter_archiver using (
  exists (select from archived_stream where archived_stream.stream_id = event.stream_id and event.version <= archived_stream.last_version));
create policy arbiter_archiver_forgets on snapshot to arbiter_archiver using (
  exists (select from archived_stream where archived_stream.stream_id = snapshot.stream_id));

-- Looked up by the executor of each insert itself: a trigger would cost as much as the insert does. The refusal is a data error, which
-- belongs to its stream alone: the others of its batch go on.
create function refuse_archived(stream text) returns boolean language plpgsql as $$
begin
  raise exception 'stream % has ended and is archived: nothing can be appended to it', stream using errcode = 'integrity_constraint_violation';
end $$;
create policy nothing_follows_the_archive on event as restrictive for insert with check (
  case when exists (select from archived_stream where archived_stream.stream_id = event.stream_id) then refuse_archived(stream_id) else true end);
