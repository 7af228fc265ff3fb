-- Kinds of facts that a read model was folded without, because the release that folded it could not read them. One that can makes
-- the model again, and says from time to time that it is there: an older one beside it leaves such facts to it then.
create table read_model_gap (
  model    text    not null,
  type     text    not null,
  is_open  boolean not null default true,         -- the model has not been made again since
  noted_at timestamptz not null default now(),    -- when it was last folded without one
  read_at  timestamptz,                           -- when a process that can read it was last there
  -- Facts that were passed over and that nobody outside was told of: after one place in the log, until another. Null: none.
  after_transaction xid8,
  after_position    bigint,
  until_transaction xid8,
  until_position    bigint,
  primary key (model, type)
) with (fillfactor = 50);

grant select, insert, update, delete on read_model_gap to arbiter_telemetry;
